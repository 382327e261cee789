import { expect, test } from 'vitest'
import type { GivenAdverts, StockTotal } from '#shared/inventory/inventory-calls.ts'
import { GivenTotals } from '../../../src/renderer/inventory/given-totals.svelte.ts'
import { clientOf } from '../handler-client.ts'
import { eventually } from '../../eventually.ts'

const given = (...ids: number[]): GivenAdverts => ({ ids: Float64Array.from(ids), watched: false })

/** Answers with the sum of the ids when it is told to. */
function summing() {
  const waiting: (() => void)[] = []
  const asked: number[][] = []
  const client = clientOf({
    'inventory:totals': async ({ ids }: GivenAdverts): Promise<StockTotal[]> => {
      asked.push([...ids])
      await new Promise<void>((go) => waiting.push(go))
      return [{ currency: 'USD', adverts: ids.length, sum: ids.reduce((sum, id) => sum + id, 0) }]
    },
  })
  const answer = async (): Promise<void> => {
    await eventually(() => expect(waiting.length).toBeGreaterThan(0))
    waiting.shift()?.()
  }
  return { totals: new GivenTotals(client), asked, answer }
}

test('while a sum is read, only the last of those asked for meanwhile is read, and an earlier answer is not shown', async () => {
  const { totals, asked, answer } = summing()
  const done = totals.read(given(1))
  void totals.read(given(1, 2))
  void totals.read(given(1, 2, 3))
  await answer()
  await eventually(() => expect(asked).toHaveLength(2))
  expect(totals.totals).toBeNull()
  await answer()
  await done
  expect(asked).toEqual([[1], [1, 2, 3]])
  expect(totals.totals).toEqual([{ currency: 'USD', adverts: 3, sum: 6 }])
})
