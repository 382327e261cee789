import { expect, test } from 'vitest'
import { Fault } from '#shared/bridge/failure.ts'
import type { MarketAnswer } from '#shared/search/search-calls.ts'
import { failureWords } from '../../../src/shared/words/failure-words.ts'
import { withSingle } from '../../../src/renderer/search/market-fields.ts'
import { marketChips } from '../../../src/renderer/search/market-chips.ts'
import { emptyForm, paramsOfForm } from '../../../src/renderer/search/form-params.ts'
import { GridState } from '../../../src/renderer/ui/grid/grid-state.svelte.ts'
import { isSelected } from '../../../src/renderer/ui/grid/selection.ts'
import { MarketState } from '../../../src/renderer/search/market-state.svelte.ts'
import { clientOf } from '../handler-client.ts'

const found: MarketAnswer = {
  ids: [1, 2],
  count: 2,
  complete: true,
  readAt: '2026-11-02T12:00:00Z',
  warnings: [],
  failure: null,
}

test('the form folds after a search that found something, not after one that failed', async () => {
  let answer: MarketAnswer | Fault = found
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

const make = 'exchange_filter[marka_id]'
const model = 'exchange_filter[model_id]'
const exchanged = { ...emptyForm, single: { [make]: '9', [model]: '96', raceTo: '50' } }

test('another make for the exchange takes the model of the old one along, whatever else is chosen', () => {
  expect(paramsOfForm(withSingle(exchanged, make, '6'))).toEqual([
    [make, '6'],
    ['raceTo', '50'],
  ])
  expect(withSingle(exchanged, make, '9')).toBe(exchanged)
  expect(withSingle(exchanged, 'raceTo', '60').single).toMatchObject({ [make]: '9', [model]: '96' })
})

test('so does the chip of the make', () => {
  const [chip] = marketChips(exchanged, { nameOf: (list, id) => `${list} ${id}` }, null).filter(({ words }) =>
    words.includes('makes 9'),
  )
  expect(chip && paramsOfForm(chip.without)).toEqual([['raceTo', '50']])
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
