import type { SearchAnswer } from '#shared/search/search-answer.ts'
import { expect, test } from 'vitest'
import { Fault } from '#shared/bridge/failure.ts'
import { failureWords } from '../../../src/shared/words/failure-words.ts'
import { GridState } from '../../../src/renderer/ui/grid/grid-state.svelte.ts'
import { isSelected } from '../../../src/renderer/ui/grid/selection.ts'
import { MarketState } from '../../../src/renderer/search/market-state.svelte.ts'
import { clientOf } from '../handler-client.ts'

const found: SearchAnswer = {
  ids: [1, 2],
  count: 2,
  complete: true,
  readAt: '2026-11-02T12:00:00Z',
  warnings: [],
  failure: null,
}

test('the form folds after a search that found something, not after one that failed', async () => {
  let answer: SearchAnswer | Fault = found
  const market = new MarketState(
    clientOf({
      'search:page': () => {
        if (answer instanceof Fault) throw answer
        return answer
      },
      'inventory:rows': () => [],
    }),
  )
  await market.search()
  expect(market.formOpen).toBe(false)
  market.formOpen = true
  for (const failed of [
    new Fault('internal'),
    { ...found, failure: failureWords(new Fault('internal')) },
    { ...found, ids: [] },
  ]) {
    answer = failed
    await market.search()
    expect(market.formOpen).toBe(true)
  }
})

test('what is selected stays selected when the answer comes in another order', async () => {
  let ids: readonly number[] = [1, 2, 3, 4]
  const market = new MarketState(
    clientOf({
      'search:page': () => ({ ...found, ids: [...ids], count: ids.length }),
      'inventory:rows': () => [],
    }),
  )
  const grid = new GridState({
    source: market.rows,
    columns: [{ id: 'a', title: 'a', width: 100, text: String }],
  })
  const become = async (next: readonly number[]): Promise<number[]> => {
    ids = next
    await market.search()
    const moved = grid.movesTo(market.rows)
    if (moved) grid.follow(moved)
    return market.ids.filter((_id, at) => isSelected(grid.selection, at)).toSorted()
  }
  await become(ids)
  grid.press({ row: 1, column: 0 }, { shiftKey: false, ctrlKey: false, metaKey: false })
  grid.press({ row: 3, column: 0 }, { shiftKey: false, ctrlKey: true, metaKey: false })
  expect(await become([4, 3, 2, 1])).toEqual([2, 4])
  expect(await become([1, 2, 5])).toEqual([2])
})
