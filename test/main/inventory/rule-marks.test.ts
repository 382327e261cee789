import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AdvertFilter } from '#shared/inventory/advert-filter.ts'
import { InventoryService } from '../../../src/main/inventory/inventory-service.ts'
import { advertsSchema } from '../../../src/main/inventory/adverts-schema.ts'
import { AdvertsTable } from '../../../src/main/inventory/adverts-table.ts'
import { ruleHandlers } from '../../../src/main/inventory/rule-calls.ts'
import { RulesTable } from '../../../src/main/inventory/rules-table.ts'
import { PositionTable } from '../../../src/main/search/position-table.ts'
import { savedSchema } from '../../../src/main/storage/saved-table.ts'
import { marketSchema } from '../search/market-schema.ts'
import { handClock } from '../system/hand-clock.ts'
import { advert } from './adverts.ts'
import { TestLinks } from './lists/test-links.ts'

const now = Date.parse('2026-11-01T12:00:00Z')
const { signal } = new AbortController()

const position = {
  price: 20_000,
  currency: 1,
  median: null,
  average: null,
  likes: [],
  names: {},
  ids: [],
  caveats: [],
  warnings: [],
  calls: 1,
  readAt: '2026-10-30T10:00:00.000Z',
}

let db: DatabaseSync
let links: TestLinks
let rules: RulesTable
let inventory: InventoryService
let account: string
let positions: PositionTable
let table: AdvertsTable
beforeEach(() => {
  account = 'a'
  db = new DatabaseSync(':memory:')
  for (const schema of [advertsSchema, marketSchema, savedSchema]) db.exec(schema)
  links = new TestLinks(db)
  rules = new RulesTable(db)
  positions = new PositionTable(db)
  table = new AdvertsTable(db, { positions, numbers: links.numbers })
  inventory = new InventoryService({
    table,
    clock: handClock(now),
    owner: () => Promise.resolve({ accountId: account, userId: 7 }),
    written: () => ({}),
    positions: (accountId, ids) => positions.find(accountId, ids),
    stockNumbers: { of: (accountId, ids) => links.numbers.of(accountId, ids), hasAny: () => true },
    rules: (accountId) => rules.all(accountId),
  })
  table.save('a', [
    advert(1, { addedAt: '2026-08-01 10:00:00', photo: 'https://cdn/1.jpg', mileage: 12 }),
    advert(2, {
      addedAt: '2026-10-20 10:00:00',
      usd: 38_000,
      make: 'Škoda',
      model: 'Octavia',
      city: 'Львів',
    }),
    advert(3, { expiresAt: '2026-10-30 10:00:00', year: null, pending: true }),
    advert(4, { expiresAt: '2026-11-04 10:00:00', usd: null, updatedAt: '', photo: 'https://cdn/4.jpg' }),
    advert(5, { state: 'sold', expiresAt: '2026-11-04 10:00:00', version: 'Sport', eur: 9_000, uah: 5 }),
  ])
  positions.save('a', 1, { ...position, of: 8, cheaper: 5, rank: 6, median: 18_000 })
  positions.save('a', 2, { ...position, of: 1, cheaper: 0, rank: 1, median: 20_000 })
  positions.save('a', 3, { ...position, of: 9, cheaper: 0, rank: 1, median: 1_000_000, currency: 3 })
  positions.save('a', 4, { ...position, of: 0, cheaper: 0, rank: null })
  links.link('a', 1, 'A-1042')
})
afterEach(() => db.close())

const handlers = () => ruleHandlers(rules, handClock(now), () => Promise.resolve(account))
const add = (filter: AdvertFilter, word = 'Mark', id: string | null = null) =>
  handlers()['inventory:save-rule']({ id, rule: { word, colour: 'lime', filter } }, signal)
const all = () => handlers()['inventory:rules'](null, signal)

const filters: readonly AdvertFilter[] = [
  { field: 'age', from: 61, to: null },
  { field: 'usd', from: 30_000, to: null },
  { field: 'usd', from: null, to: null, empty: true },
  { field: 'eur', from: null, to: 9_000 },
  { field: 'uah', from: 5, to: 5 },
  { field: 'year', from: null, to: null, empty: false },
  { field: 'mileage', from: 1, to: null },
  { field: 'make', values: ['škoda'] },
  { field: 'city', values: ['Київ'], not: true },
  { field: 'version', values: [''] },
  { field: 'model', values: ['X5'] },
  { field: 'noPhoto' },
  { field: 'pending' },
  { field: 'expiresIn', from: null, to: 7 },
  { field: 'updatedAgo', from: 100, to: null },
  { field: 'position', from: 70, to: 80 },
  { field: 'position', from: null, to: 0 },
  { field: 'median', is: 'over', by: 11 },
  { field: 'median', is: 'under', by: 17 },
  { field: 'stockNumber', is: 'like', text: '104' },
  { field: 'stockNumber', is: 'none', text: '' },
]

test.each(filters)('a rule marks just the adverts that its filter lists: %o', async (filter) => {
  const query = { text: '', states: [], sort: [] }
  const listed = await inventory.lists.ids({ ...query, filters: [filter] })
  expect(listed.length).toBeGreaterThan(0)
  expect(listed.length).toBeLessThan(5)
  const [rule] = await add(filter)
  const marked = (await inventory.rows([1, 2, 3, 4, 5])).filter((row) => row.rules?.includes(rule?.id ?? ''))
  expect(marked.map(({ id }) => id).toSorted()).toEqual([...listed].toSorted())
})

test('a rule that this version can’t read is left out, and stands in no other’s way', async () => {
  await add({ field: 'noPhoto' }, 'No photo')
  await add({ field: 'pending' }, 'Done')
  db.exec(`UPDATE saved SET json = replace(json, 'noPhoto', 'doors')`)
  expect((await all()).map(({ word }) => word)).toEqual(['Done'])
  expect(await inventory.rows([3])).toMatchObject([{ id: 3 }])
})
