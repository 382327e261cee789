import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { advertsSchema } from '../../../src/main/inventory/adverts-schema.ts'
import { AdvertsTable } from '../../../src/main/inventory/adverts-table.ts'
import type { CachedAdvert } from '../../../src/main/inventory/advert-rows.ts'
import { ColumnFilling } from '../../../src/main/inventory/column-filling.ts'
import type { Owner } from '../../../src/main/inventory/owner.ts'
import type { StockChange } from '../../../src/main/inventory/stock-change.ts'
import { handClock } from '../system/hand-clock.ts'
import { advert } from './adverts.ts'

/** A fuller record than the contract has, as the service answered it. */
const answered = readFileSync(new URL('../../fixtures/recorded-answers/info.json', import.meta.url), 'utf8')
const plain = JSON.stringify({
  autoData: { autoId: 1, fuelName: 'Електро' },
  photoData: { count: '4' },
  stateData: { regionName: 'Львівська' },
})

let db: DatabaseSync
let table: AdvertsTable
let told: [Owner, StockChange][]
beforeEach(() => {
  db = new DatabaseSync(':memory:')
  db.exec(advertsSchema)
  table = new AdvertsTable(db)
  told = []
})
afterEach(() => db.close())

const filling = () =>
  new ColumnFilling(db, { table, onChanged: (owner, change) => void told.push([owner, change]) })

/** Adverts as the version before cached them. */
function before(adverts: readonly CachedAdvert[], accountId = 'a'): void {
  table.save(accountId, adverts)
  db.exec('DELETE FROM columns_to_fill; INSERT INTO columns_to_fill SELECT max(rowid) FROM adverts')
}

const filled = (id: number, accountId = 'a') =>
  table.rows(accountId, [id], '').map(({ photos, region, fuel }) => [photos, region, fuel])[0]

it('fills the columns from the records, and tells each owner of it', async () => {
  before([advert(1, { record: answered }), advert(2, { record: plain })])
  before([advert(1, { record: plain, userId: 8 })], 'b')
  expect(filled(2)).toEqual([null, '', ''])
  await filling().run(handClock())
  expect([filled(1), filled(2), filled(1, 'b')]).toEqual([
    [2, 'Чернігівська', 'Дизель'],
    [4, 'Львівська', 'Електро'],
    [4, 'Львівська', 'Електро'],
  ])
  expect(told.map(([owner, change]) => [owner, change?.ids])).toEqual([
    [{ accountId: 'b', userId: 8 }, [1]],
    [{ accountId: 'a', userId: 7 }, [2]],
    [{ accountId: 'a', userId: 7 }, [1]],
  ])
  expect(told[0]?.[1]?.columns).toEqual(['photos', 'region', 'fuel'])
})

it('leaves what has no record, or one that can’t be read, as it is', async () => {
  const records = ['{"photoData":{}}', '', '{"cut']
  before(records.map((record, at) => advert(at + 1, { record, pending: true })))
  await filling().run(handClock())
  expect(records.map((_, at) => filled(at + 1))).toEqual(records.map(() => [null, '', '']))
  expect(told).toEqual([])
})

it('keeps all else of an advert, and its history', async () => {
  before([advert(1, { record: plain, pending: true, description: 'Text' })])
  const [known, history] = [table.find('a', 1), table.history('a', 1)]
  await filling().run(handClock())
  expect(table.find('a', 1)).toEqual({ ...known, photos: 4, region: 'Львівська', fuel: 'Електро' })
  expect(table.history('a', 1)).toEqual(history)
})

it('goes on at another start, looks at none again, and then never', () => {
  before(Array.from({ length: 120 }, (_, at) => advert(at + 1, { record: plain })))
  filling().fillSome()
  expect([filled(120), filled(71), filled(70)]).toEqual([
    [4, 'Львівська', 'Електро'],
    [4, 'Львівська', 'Електро'],
    [null, '', ''],
  ])
  const again = filling()
  expect([again.fillSome(), again.fillSome(), again.fillSome(), again.fillSome()]).toEqual([
    ...[true, true, true],
    false,
  ])
  expect(told).toHaveLength(120)
})

it('a list that is loaded follows', async () => {
  before([advert(1, { record: plain }), advert(2, { record: '{"photoData":{}}' })])
  const few = () => [
    ...table.ids(
      'a',
      7,
      { text: '', states: [], sort: [], filters: [{ field: 'photos', from: 1, to: 4 }] },
      '',
    ),
  ]
  expect(few()).toEqual([])
  await filling().run(handClock())
  expect(few()).toEqual([1])
})
