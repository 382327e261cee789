import { expect, test } from 'vitest'
import { MarketPrices } from '../../../src/renderer/search/market-prices.svelte.ts'
import { unknownCells } from '#shared/inventory/column-lists.ts'
import type { AdvertRow } from '#shared/inventory/advert.ts'
import { Fault } from '#shared/bridge/failure.ts'
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
      // The second and the fourth car are own ones, once they are saved.
      'inventory:ids': () => ({
        ids: Float64Array.from([2, 4].filter((own) => saved.some(({ id }) => id === own))),
        rows: [],
      }),
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
  expect([prices.figures?.median, prices.missing, prices.own]).toEqual([20_000, [], [2, 4]])
})

/** Prices of a service that gives the second advert only. */
function reluctant() {
  const saved: AdvertRow[] = []
  const read: { ids: number[]; fails: boolean; wait: Promise<void> } = {
    ids: [],
    fails: false,
    wait: Promise.resolve(),
  }
  const prices = new MarketPrices(
    clientOf({
      'inventory:rows': ({ ids }: { ids: number[] }) => saved.filter(({ id }) => ids.includes(id)),
      'inventory:ids': () => ({ ids: new Float64Array(), rows: [] }),
      'search:read': async ({ ids }: { ids: number[] }) => {
        read.ids.push(...ids)
        await read.wait
        if (ids.includes(2)) saved.push(row(2, 20_000))
        if (read.fails) throw new Fault('internal')
        return { rows: [], unread: ids.filter((id) => id !== 2).map((id) => ({ id, words: 'gone' })) }
      },
    }),
  )
  return { prices, read }
}

test('adverts that the service does not give are told and not asked for again', async () => {
  const { prices, read } = reluctant()
  await prices.load([1, 2, 3])
  await prices.read()
  expect([prices.missing, prices.unread, prices.known.size, prices.reading]).toEqual([[], 2, 1, false])
  await prices.read()
  expect(read.ids).toEqual([1, 2, 3])
})
