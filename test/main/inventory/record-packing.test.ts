import { readFileSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it } from 'vitest'
import { advertsSchema } from '../../../src/main/inventory/adverts-schema.ts'
import { AdvertsTable } from '../../../src/main/inventory/adverts-table.ts'
import { ownReads } from '../../../src/main/inventory/own-reads.ts'
import { packRecord } from '../../../src/main/inventory/advert-rows.ts'
import { reportUnreadable, type UnreadableRecord } from '../../../src/main/storage/row-query.ts'
import { advert } from './adverts.ts'
import { databaseOfTest } from '../../databases.ts'

/** A fuller record than the contract has, as the service answered it. */
const answered = JSON.stringify(
  JSON.parse(
    readFileSync(new URL('../../fixtures/recorded-answers/info.json', import.meta.url), 'utf8'),
  ) as unknown,
)

let db: DatabaseSync
let table: AdvertsTable
let told: UnreadableRecord[]
beforeEach(() => {
  db = databaseOfTest(advertsSchema)
  table = new AdvertsTable(db)
  told = []
  reportUnreadable(db, (found) => void told.push(found))
})

const recordOf = (id: number): string | undefined => table.find('a', id)?.record

describe('a record that is saved', () => {
  it('is read as it came, and takes less than two thirds of its bytes', () => {
    table.save('a', [advert(1, { record: answered })])
    expect(recordOf(1)).toBe(answered)
    const { size } = db.prepare('SELECT length(record) AS size FROM advert_records').get() ?? {}
    expect(Number(size)).toBeLessThan(Buffer.byteLength(answered) * (2 / 3))
  })

  it('says whether a read showed the advert as the owner’s', () => {
    table.save('a', [
      advert(1, { record: answered }),
      advert(2, { record: '{"photoData":{}}' }),
      advert(3, { record: 'cut' }),
    ])
    const isOwn = ownReads(db, { accountId: 'a', userId: 7 })
    expect([1, 2, 3, 4].map(isOwn)).toEqual([true, false, false, false])
  })
})

describe('a packed record that is damaged', () => {
  it.each([
    ['cut', (bytes: Uint8Array) => bytes.subarray(0, bytes.length - 6)],
    ['changed', (bytes: Uint8Array) => bytes.map((byte, at) => (at === 40 ? byte ^ 1 : byte))],
  ])('is told once, and the rest of the advert is there: %s', (_what, damage) => {
    table.save('a', [advert(1, { record: answered, title: 'BMW X5' })])
    db.prepare('UPDATE advert_records SET record = ?').run(damage(packRecord(answered)))
    expect(table.find('a', 1)).toMatchObject({ title: 'BMW X5', record: '' })
    expect(told).toMatchObject([{ leftOut: false }])
  })

  it('is whole again once the advert was read', () => {
    table.save('a', [advert(1, { record: answered })])
    db.prepare('UPDATE advert_records SET record = ?').run(new Uint8Array([1, 2, 3]))
    table.save('a', [advert(1, { record: answered })])
    expect(recordOf(1)).toBe(answered)
  })
})
