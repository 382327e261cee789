import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { advertsSchema } from '../../../src/main/inventory/adverts-schema.ts'
import { AdvertsTable } from '../../../src/main/inventory/adverts-table.ts'
import { ownReads } from '../../../src/main/inventory/own-reads.ts'
import { packRecord } from '../../../src/main/inventory/packed-record.ts'
import { recordDictionary } from '../../../src/main/inventory/record-dictionary.ts'
import { RecordPacking } from '../../../src/main/inventory/record-packing.ts'
import { reportUnreadable, type UnreadableRecord } from '../../../src/main/storage/row-query.ts'
import { handClock } from '../system/hand-clock.ts'
import { advert } from './adverts.ts'

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
  db = new DatabaseSync(':memory:')
  db.exec(advertsSchema)
  table = new AdvertsTable(db)
  told = []
  reportUnreadable(db, (found) => void told.push(found))
})
afterEach(() => db.close())

const recordOf = (id: number): string | undefined => table.find('a', id)?.record

/** Adverts as the version before kept them. */
function unpacked(records: readonly string[]): void {
  table.save(
    'a',
    records.map((record, at) => advert(at + 1, { record })),
  )
  const put = db.prepare('UPDATE advert_records SET record = NULL, unpacked = ? WHERE advert = ?')
  records.forEach((record, at) => put.run(record, at + 1))
  db.prepare('INSERT INTO records_to_pack VALUES (?)').run(records.length)
}
const packed = (): number =>
  Number(
    db.prepare(`SELECT count(*) AS n FROM advert_records WHERE record IS NOT NULL AND unpacked = ''`).get()
      ?.n,
  )

describe('a record that is saved', () => {
  it('is read as it came, and takes less than a third of its bytes', () => {
    table.save('a', [advert(1, { record: answered })])
    expect(recordOf(1)).toBe(answered)
    const { size } = db.prepare('SELECT length(record) AS size FROM advert_records').get() ?? {}
    expect(Number(size)).toBeLessThan(Buffer.byteLength(answered) / 3)
  })

  it('replaces one that was never packed', () => {
    unpacked(['{"old":1}'])
    table.save('a', [advert(1, { record: answered })])
    expect(recordOf(1)).toBe(answered)
    expect(packed()).toBe(1)
  })

  it('says whether a read showed the advert as the owner’s, packed or not', () => {
    unpacked([answered, '{"photoData":{}}', 'cut'])
    table.save('a', [advert(4, { record: answered }), advert(5, { record: '{"photoData":{}}' })])
    const isOwn = ownReads(db, { accountId: 'a', userId: 7 })
    expect([1, 2, 3, 4, 5, 6].map(isOwn)).toEqual([true, false, false, true, false, false])
  })
})

describe('a packed record that is damaged', () => {
  it.each([
    ['cut', (bytes: Uint8Array) => bytes.subarray(0, bytes.length - 6)],
    ['changed', (bytes: Uint8Array) => bytes.map((byte, at) => (at === 40 ? byte ^ 1 : byte))],
    ['of another dictionary', (bytes: Uint8Array) => bytes.map((byte, at) => (at === 3 ? byte ^ 1 : byte))],
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

describe('records of the version before', () => {
  const records = Array.from({ length: 120 }, (_, at) => JSON.stringify({ autoData: { autoId: at } }))

  it('are read as they are, and packed without a loss, a piece at a time', async () => {
    unpacked([...records, '{"cut', ''])
    const before = records.map((_, at) => recordOf(at + 1))
    const packing = new RecordPacking(db)
    expect(packing.packSome()).toBe(true)
    expect(packed()).toBe(50)
    expect(records.map((_, at) => recordOf(at + 1))).toEqual(before)
    await packing.run(handClock())
    expect(packed()).toBe(122)
    expect(before).toEqual(records)
    expect(records.map((_, at) => recordOf(at + 1))).toEqual(records)
    expect(recordOf(121)).toBe('{"cut')
  })

  it('are packed on by another start, which looks at none again, and then never', () => {
    unpacked(records)
    new RecordPacking(db).packSome()
    const again = new RecordPacking(db)
    expect([again.packSome(), again.packSome(), again.packSome(), again.packSome()]).toEqual([
      ...[true, true, true],
      false,
    ])
    expect(packed()).toBe(120)
    expect(new RecordPacking(db).packSome()).toBe(false)
  })

  it('stay as they are when a new one came meanwhile', () => {
    unpacked(records)
    table.save('a', [advert(3, { record: answered })])
    const packing = new RecordPacking(db)
    while (packing.packSome());
    expect(recordOf(3)).toBe(answered)
  })
})

it('the dictionary is the one that every packed record was packed with', () => {
  expect(createHash('sha256').update(recordDictionary).digest('hex')).toMatchInlineSnapshot(
    `"61c854f4fe0ea52e5f5b77d2a0bd0cba9043f1dc3b0479af386908bab44a3e9d"`,
  )
})
