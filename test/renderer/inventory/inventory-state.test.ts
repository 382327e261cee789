import { expect, test } from 'vitest'
import type { Client } from '#shared/bridge/call.ts'
import type { Calls, Events } from '#shared/bridge/calls.ts'
import type { AdvertQuery } from '#shared/inventory/advert.ts'
import type { z } from 'zod'
import { advertsSchema } from '../../../src/main/inventory/adverts-schema.ts'
import type { CachedAdvert } from '../../../src/main/inventory/advert-rows.ts'
import { AdvertsTable } from '../../../src/main/inventory/adverts-table.ts'
import type { StockChange } from '../../../src/main/inventory/change-notes.ts'
import type { Listen } from '../../../src/renderer/bridge.ts'
import { InventoryState } from '../../../src/renderer/inventory/inventory-state.svelte.ts'
import { advert } from '../../main/inventory/adverts.ts'
import { eventually } from '../../eventually.ts'
import { databaseOfTest } from '../../databases.ts'

type Changed = z.output<Events['inventory:changed']>

const own = { accountId: 'a', userId: 7, whose: 'own' } as const

/** The window's stock over the cache itself. */
async function openStock(adverts: readonly CachedAdvert[]) {
  const db = databaseOfTest(advertsSchema)
  const table = new AdvertsTable(db)
  table.save('a', adverts)
  const asked: string[] = []
  /** Answers of main that are on their way to the window. */
  const underWay: Promise<unknown>[] = []
  const answers = {
    'inventory:ids': ({ shown, ...query }: AdvertQuery & { shown: { first: number; end: number } }) => {
      const { ids, groups } = table.grouped(own, query, '2026-11-01 12:00:00', null)
      return {
        ids,
        ...(query.group && { groups }),
        rows: table.rows('a', [...ids.subarray(shown.first, shown.end)], '2026-11-01 12:00:00'),
      }
    },
    'inventory:counts': () => ({ states: {}, filters: [], edited: 0, watched: 0 }),
    'inventory:rows': ({ ids }: { ids: number[] }) => table.rows('a', ids, '2026-11-01 12:00:00'),
  }
  const client = ((name: keyof typeof answers, asks: never) => {
    asked.push(name)
    const value = answers[name](asks)
    return Promise.all(underWay).then(() => ({ ok: true, value }))
  }) as unknown as Client<Calls>
  let tell: (told: Changed) => void = () => undefined
  const on = ((_name: string, told: typeof tell) => (tell = told)) as unknown as Listen<Events>
  const stock = new InventoryState(client, on)
  await stock.load()
  stock.rows.want(0, 20)
  await eventually(() => expect(stock.rows.rowAt(0)).toBeDefined())
  asked.length = 0
  /** Saves as main does, and tells the window. */
  const save = (change: StockChange): void => tell({ adverts: 0, ...(change && { changed: change }) })
  return { stock, table, asked, underWay, save }
}

const many = Array.from({ length: 120 }, (_, at) => advert(at + 1))

test('a price that was written is shown without the list being asked for again', async () => {
  const { stock, table, asked, save } = await openStock(many)
  const before = stock.ids
  save(table.save('a', [advert(120, { usd: 1 })]))
  await eventually(() => expect(stock.rows.rowAt(0)?.usd).toBe(1))
  expect(asked).toEqual(['inventory:rows'])
  expect(stock.ids).toBe(before)
  asked.length = 0
  save(table.save('a', [advert(3, { usd: 2 })]))
  expect(asked).toEqual([])
})

test('a price that the list is sorted by, a new advert and one that is gone move the list', async () => {
  const { stock, table, save } = await openStock(many)
  stock.sortBy([{ column: 'usd', descending: false }])
  await eventually(() => expect(stock.ids[0]).toBe(120))
  save(table.save('a', [advert(3, { usd: 2 })]))
  await eventually(() => expect(stock.ids[0]).toBe(3))
  save(table.save('a', [advert(500, { usd: 1 })]))
  await eventually(() => expect(stock.ids[0]).toBe(500))
  save(table.markGone('a', [500], 'later'))
  await eventually(() => expect(stock.ids[0]).toBe(3))
})

test('the rows on the screen come with their list, wherever it is scrolled to', async () => {
  const dearer = Array.from({ length: 1_200 }, (_, at) => advert(at + 1, { usd: 10_000 + at }))
  const { stock, asked } = await openStock(dearer)
  stock.rows.want(690, 720)
  await eventually(() => expect(stock.rows.rowAt(719)).toBeDefined())
  asked.length = 0
  stock.sortBy([{ column: 'usd', descending: false }])
  await eventually(() => expect(stock.rows.rowAt(690)?.id).toBe(691))
  expect(stock.ids[0]).toBe(1)
  expect(asked).not.toContain('inventory:rows')
  expect(stock.rows.rowAt(719)?.id).toBe(stock.ids[719])
  expect(stock.rows.rowAt(0)).toBeUndefined()
})

test('rows that change while their list is on its way are read again', async () => {
  const { stock, table, asked, underWay } = await openStock(many)
  let arrive = (): void => undefined
  underWay.push(new Promise<void>((resolve) => (arrive = resolve)))
  const loading = stock.load()
  table.save('a', [advert(120, { usd: 1 })])
  stock.editsChanged([120])
  arrive()
  await loading
  await eventually(() => expect(stock.rows.rowAt(0)?.usd).toBe(1))
  expect(asked).toContain('inventory:rows')
})

test('rows that are read for a paste are those of the list as it was, though it is reordered meanwhile', async () => {
  const { stock, table, save } = await openStock(Array.from({ length: 1_200 }, (_, at) => advert(at + 1)))
  const before = [...stock.ids]
  const reading = stock.rows.rows(0, 1_200)
  stock.sortBy([{ column: 'usd', descending: false }])
  save(table.save('a', [advert(3, { usd: 2 })]))
  await eventually(() => expect(stock.ids[0]).toBe(3))
  expect((await reading).map(({ id }) => id)).toEqual(before)
})

test('groups follow what is saved, folded ones too, and a fold during a reading is kept', async () => {
  const { stock, table, save } = await openStock([
    advert(3, { make: 'BMW', usd: 5 }),
    advert(2, { make: 'Skoda', usd: 7 }),
    advert(1, { make: 'BMW', usd: 1 }),
  ])
  const shown = () => Array.from({ length: stock.places.count }, (_, place) => stock.places.rowKey(place))
  stock.sortBy([{ column: 'id', descending: true }])
  stock.groupBy('make')
  await eventually(() => expect(shown()).toEqual(['BMW', 3, 1, 'Skoda', 2]))
  await eventually(() => expect(stock.rows.rowAt(1)?.id).toBe(3))
  expect(stock.rows.rowAt(0)).toBeUndefined()
  await stock.fold(['BMW'], true)
  expect(shown()).toEqual(['BMW', 'Skoda', 2])
  expect(stock.ids).toHaveLength(3)
  expect(stock.countAt([{ first: 0, last: 0 }])).toBe(2)

  save(table.save('a', [advert(1, { make: 'BMW', usd: 100 })]))
  await eventually(() => expect(stock.groups[0]?.totals).toEqual([{ currency: 'USD', adverts: 2, sum: 105 }]))
  expect(shown()).toEqual(['BMW', 'Skoda', 2])

  save(table.save('a', [advert(4, { make: 'Audi', usd: 100 })]))
  await stock.fold(['Skoda'], true)
  await eventually(() => expect(shown()).toEqual(['Audi', 4, 'BMW', 'Skoda']))
  // Prices sort groups by what they are worth together.
  stock.sortBy([{ column: 'price', descending: true }])
  await eventually(() => expect(shown()).toEqual(['BMW', 'Audi', 4, 'Skoda']))
  stock.sortBy([{ column: 'price', descending: false }])
  await eventually(() => expect(shown()).toEqual(['Skoda', 'Audi', 4, 'BMW']))
  stock.sortBy([{ column: 'id', descending: true }])
  stock.groupBy(null)
  await eventually(() => expect(shown()).toEqual([4, 3, 2, 1]))
})
