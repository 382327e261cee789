import { expect, test } from 'vitest'
import { marketColumns, medianGauge } from '../../../src/renderer/search/market-columns.ts'
import { MarketPrices } from '../../../src/renderer/search/market-prices.svelte.ts'
import { unknownCells } from '#shared/inventory/column-lists.ts'
import type { AdvertRow } from '#shared/inventory/advert.ts'
import type { GridColumn } from '../../../src/renderer/ui/grid/columns.ts'
import { clientOf } from '../handler-client.ts'

const row = (id: number, usd: number | null): AdvertRow => ({
  ...unknownCells,
  id,
  usd,
  uah: usd === null ? null : usd * 42,
  title: `Car ${id}`,
})

function market(saved: AdvertRow[], elsewhere: AdvertRow[] = []): MarketPrices {
  return new MarketPrices(
    clientOf({
      'inventory:rows': ({ ids }: { ids: number[] }) => saved.filter(({ id }) => ids.includes(id)),
      'inventory:ids': () => ({ ids: Float64Array.of(2), rows: [] }),
      'search:read': ({ ids }: { ids: number[] }) => {
        saved.push(...elsewhere.filter(({ id }) => ids.includes(id)))
        return { rows: [], unread: [] }
      },
    }),
  )
}

test('figures are of the prices that are saved, in one currency, and the missing ones are told and read', async () => {
  const prices = market([row(1, 10_000), row(2, 20_000), row(3, null)], [row(4, 30_000)])
  await prices.load([1, 2, 3, 4])
  expect([prices.figures?.median, prices.known.size, prices.missing, prices.own]).toEqual([
    15_000,
    2,
    [4],
    [2],
  ])
  prices.currency = 'uah'
  expect(prices.figures?.median).toBe(630_000)
  prices.currency = 'usd'
  await prices.read()
  expect([prices.figures?.median, prices.missing]).toEqual([20_000, []])
})

test('the list shows one price of each advert, its distance from the median, and which is the own one', async () => {
  const prices = market([row(1, 10_000), row(2, 20_000), row(3, 30_000)])
  await prices.load([1, 2, 3])
  const plain = (id: string): GridColumn<AdvertRow> => ({
    id,
    title: id,
    width: 90,
    sortable: true,
    text: ({ title }) => title,
  })
  const columns = marketColumns(['photo', 'title', 'price', 'usd', 'city'].map(plain), prices)
  expect(columns.map(({ id }) => id)).toEqual(['photo', 'title', 'price', 'median', 'city'])
  expect(columns.some(({ sortable }) => sortable)).toBe(false)
  expect(columns.slice(1, 4).map((column) => column.text(row(2, 20_000)))).toEqual([
    'Car 2 · yours',
    '$20,000',
    '0 %',
  ])
  expect(columns[3]?.text(row(3, 30_000))).toBe('+50 %')
  expect(columns[3]?.text(row(3, null))).toBe('')
})

test('the bar of a price leans from the median, and has a colour from five percent on', () => {
  expect(medianGauge(1)).toEqual({ share: 0.5, look: 'mid' })
  expect(medianGauge(1.125)).toEqual({ share: 0.75, look: 'high' })
  expect([medianGauge(0.5).share, medianGauge(0.94).look]).toEqual([0, 'low'])
})
