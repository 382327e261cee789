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

/** Prices of a service that gives the second advert only, and what was asked. */
function reluctant() {
  const asked: string[] = []
  const saved: AdvertRow[] = []
  const read: { ids: number[]; fails: boolean; wait: Promise<void> } = {
    ...{ ids: [], fails: false },
    wait: Promise.resolve(),
  }
  const prices = new MarketPrices(
    clientOf({
      'inventory:rows': ({ ids }: { ids: number[] }) => {
        asked.push(`rows ${ids.join(' ')}`)
        return saved.filter(({ id }) => ids.includes(id))
      },
      'inventory:ids': () => {
        asked.push('own')
        return { ids: new Float64Array(), rows: [] }
      },
      'search:read': async ({ ids }: { ids: number[] }) => {
        read.ids.push(...ids)
        await read.wait
        if (ids.includes(2)) saved.push(row(2, 20_000))
        if (read.fails) throw new Fault('internal')
        return { rows: [], unread: ids.filter((id) => id !== 2).map((id) => ({ id, words: 'gone' })) }
      },
    }),
  )
  return { prices, asked, read }
}

test('of the same list only what was not saved is looked up again, and the own adverts are not', async () => {
  const { prices, asked } = reluctant()
  const ids = [1, 2, 3]
  await prices.load(ids)
  await prices.read()
  asked.length = 0
  await prices.load(ids)
  expect(asked).toEqual(['rows 1 3'])
  await prices.load([...ids])
  expect(asked.slice(1)).toEqual(['own', 'rows 1 2 3'])
})

test('adverts that the service does not give are told and not asked for again', async () => {
  const { prices, read } = reluctant()
  await prices.load([1, 2, 3])
  await prices.read()
  expect([prices.missing, prices.unread, prices.known.size, prices.reading]).toEqual([[], 2, 1, false])
  await prices.read()
  expect(read.ids).toEqual([1, 2, 3])
})

test('after a failure what is missing can be read again; what was read before it is known', async () => {
  const { prices, read } = reluctant()
  await prices.load([1, 2, 3])
  read.fails = true
  await prices.read()
  expect([prices.missing, prices.known.size, prices.reading]).toEqual([[1, 3], 1, false])
  expect(prices.request.failure).not.toBeNull()
})

test('a reading of several parts is under way until it ends or is stopped, and is begun once', async () => {
  const { prices, read } = reluctant()
  await prices.load(Array.from({ length: 250 }, (_, at) => at + 1))
  let go = (): void => undefined
  read.wait = new Promise((resolve) => (go = resolve))
  const reading = Promise.all([prices.read(), prices.read()])
  expect([prices.reading, read.ids.length]).toEqual([true, 100])
  prices.stop()
  expect(prices.reading).toBe(false)
  go()
  await reading
  expect(read.ids).toHaveLength(100)
  expect(prices.reading).toBe(false)
})
