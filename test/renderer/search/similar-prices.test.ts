import { expect, test } from 'vitest'
import { SimilarPrices } from '../../../src/renderer/search/similar-prices.svelte.ts'
import { Fault } from '#shared/bridge/failure.ts'
import { unknownCells } from '#shared/inventory/column-lists.ts'
import type { AdvertRow } from '#shared/inventory/advert.ts'
import { clientOf } from '../handler-client.ts'

const row = (id: number, usd: number | null): AdvertRow => ({ ...unknownCells, id, usd })

/** Saved adverts, and what the service has of those that are not saved. */
function market(saved: AdvertRow[], elsewhere: AdvertRow[] | Fault) {
  const asked: string[] = []
  const client = clientOf(
    {
      'inventory:rows': ({ ids }: { ids: number[] }) => saved.filter(({ id }) => ids.includes(id)),
      'search:read': ({ ids }: { ids: number[] }) => {
        if (elsewhere instanceof Fault) throw elsewhere
        const rows = elsewhere.filter(({ id }) => ids.includes(id))
        saved.push(...rows)
        const read = new Set(rows.map(({ id }) => id))
        return { rows, unread: ids.filter((id) => !read.has(id)).map((id) => ({ id, words: 'gone' })) }
      },
    },
    (name) => asked.push(name),
  )
  return { similar: new SimilarPrices(client), asked }
}

test('prices that are saved are known without a call to the service, and what is missing is told', async () => {
  const { similar, asked } = market([row(1, 9_000), row(2, null)], [])
  await similar.load([1, 2, 3], 1)
  expect([...(similar.prices ?? [])]).toEqual([[1, 9_000]])
  expect(similar.missing).toEqual([3])
  expect(asked).toEqual(['inventory:rows'])
})

test('the missing ones are read when asked for, and one that is gone is not offered again', async () => {
  const { similar } = market([row(1, 9_000)], [row(3, 8_000)])
  await similar.load([1, 3, 4], 1)
  await similar.read([1, 3, 4], 1)
  expect([...(similar.prices ?? [])]).toEqual([
    [1, 9_000],
    [3, 8_000],
  ])
  expect(similar.missing).toEqual([])
})

test('a failure is told, and what is missing can be asked for again', async () => {
  const { similar } = market([], new Fault('quota'))
  await similar.load([3], 1)
  await similar.read([3], 1)
  expect(similar.request.failure?.code).toBe('quota')
  expect(similar.missing).toEqual([3])
})
