import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, it } from 'vitest'
import type { AdvertFilter } from '#shared/inventory/advert-filter.ts'
import type { AdvertColumn } from '#shared/inventory/advert.ts'
import { advertDaysSchema, daysBefore, DaysTable } from '../../../../src/main/demand/days-table.ts'
import { ShownViewsTable } from '../../../../src/main/demand/shown-views.ts'
import { AdvertHistory } from '../../../../src/main/inventory/advert-history.ts'
import { advertsSchema } from '../../../../src/main/inventory/adverts-schema.ts'
import { AdvertsTable } from '../../../../src/main/inventory/adverts-table.ts'
import { marketSchema } from '../../search/market-schema.ts'
import { advert } from '../adverts.ts'

const owner = 7
const day = 86_400_000
let now: number
let table: AdvertsTable
let days: DaysTable
let views: ShownViewsTable

beforeEach(() => {
  now = Date.parse('2026-11-26T10:00:00Z')
  const db = new DatabaseSync(':memory:')
  for (const schema of [advertsSchema, marketSchema, advertDaysSchema]) db.exec(schema)
  days = new DaysTable(db)
  const history = new AdvertHistory(db)
  const clock = { now: () => now, sleep: () => Promise.resolve() }
  views = new ShownViewsTable({
    db,
    clock,
    priceChanges: (account, ids) => history.priceChanges(account, ids),
  })
  table = new AdvertsTable(db, { views })
})

const today = (): string => views.today()
const put = (id: number, more: Parameters<typeof advert>[1] = {}): void => {
  const added = {
    userId: owner,
    state: 'live',
    addedAt: '2026-10-01 10:00:00',
    expiresAt: '2027-01-01 00:00:00',
  } as const
  table.save('a', [advert(id, { ...added, ...more })])
}
/** Views of each day, that of today first. */
const read = (id: number, counts: readonly number[]): void => {
  const of = counts
    .map((count, ago) => ({ date: daysBefore(today(), ago), count }))
    .filter(({ count }) => count > 0)
  days.save(
    'a',
    id,
    { from: daysBefore(today(), 29), to: today() },
    { views: of, phones: [] },
    new Date(now).toISOString(),
  )
  table.viewsRead('a', id)
}
const listed = (sort: AdvertColumn | null, filters: AdvertFilter[] = [], descending = true): number[] => [
  ...table.ids(
    'a',
    owner,
    { text: '', states: [], sort: sort ? [{ column: sort, descending }] : [], filters },
    `${today()} 12:00:00`,
  ),
]

it('sorts by views, those that were not read last either way, and follows what is read', () => {
  for (const id of [1, 2, 3, 4]) put(id)
  expect(listed('views')).toEqual([4, 3, 2, 1])
  read(1, [5])
  read(2, [0, 9])
  read(3, [])
  expect(listed('views')).toEqual([2, 1, 3, 4])
  expect(listed('views', [], false)).toEqual([3, 1, 2, 4])
  expect(listed(null, [{ field: 'views', from: null, to: 5 }])).toEqual([3, 1])
  expect(listed(null, [{ field: 'views', from: null, to: null, empty: true }])).toEqual([4])
  read(4, [100])
  expect(listed('views')).toEqual([4, 2, 1, 3])
})

it('finds live adverts that are a week old and had no view for seven days, and forgets that on another day', () => {
  put(1)
  put(2, { addedAt: '2026-11-20 10:00:00' })
  put(3, { state: 'sold' })
  put(4)
  put(5)
  for (const id of [1, 2, 3]) read(id, [])
  read(4, [0, 0, 1])
  expect(listed(null, [{ field: 'noViews' }])).toEqual([1])
  now += day
  expect(listed(null, [{ field: 'noViews' }])).toEqual([])
})

it('finds adverts whose views fell by half since the price changed, until it changes again', () => {
  const price = (id: number, usd: number, ago: number): void =>
    put(id, {
      usd,
      eur: usd,
      uah: usd * 40,
      mainCurrency: 'USD',
      readAt: new Date(now - ago * day).toISOString(),
    })
  for (const id of [1, 2]) price(id, 20_000, 40)
  price(1, 21_000, 10)
  const fallen = [...Array.from({ length: 10 }, () => 1), ...Array.from({ length: 20 }, () => 9)]
  for (const id of [1, 2]) read(id, fallen)
  expect(listed(null, [{ field: 'viewsFell' }])).toEqual([1])
  price(1, 20_500, 0)
  expect(listed(null, [{ field: 'viewsFell' }])).toEqual([])
})
