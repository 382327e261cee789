import { expect, test } from 'vitest'
import type { GivenAdverts, StockSums } from '#shared/inventory/inventory-calls.ts'
import { GivenSums } from '../../../src/renderer/inventory/given-sums.svelte.ts'
import { clientOf } from '../handler-client.ts'
import { eventually } from '../../eventually.ts'

const given = (...ids: number[]): GivenAdverts => ({ ids: Float64Array.from(ids), watched: false })

/** Answers with the sum of the ids when it is told to. */
function summing() {
  const waiting: (() => void)[] = []
  const asked: number[][] = []
  const client = clientOf({
    'inventory:sums': async ({ ids }: GivenAdverts): Promise<StockSums> => {
      asked.push([...ids])
      await new Promise<void>((go) => waiting.push(go))
      const sum = ids.reduce((sum, id) => sum + id, 0)
      return { totals: [{ currency: 'USD', adverts: ids.length, sum }], overMedian: null, views: null }
    },
  })
  const answer = async (): Promise<void> => {
    await eventually(() => expect(waiting.length).toBeGreaterThan(0))
    waiting.shift()?.()
  }
  return { totals: new GivenSums(client), asked, answer }
}

test('while a sum is read, only the last of those asked for meanwhile is read, and an earlier answer is not shown', async () => {
  const { totals, asked, answer } = summing()
  const done = totals.read(given(1))
  void totals.read(given(1, 2))
  void totals.read(given(1, 2, 3))
  await answer()
  await eventually(() => expect(asked).toHaveLength(2))
  expect(totals.sums.totals).toEqual([])
  await answer()
  await done
  expect(asked).toEqual([[1], [1, 2, 3]])
  expect(totals.sums.totals).toEqual([{ currency: 'USD', adverts: 3, sum: 6 }])
})
