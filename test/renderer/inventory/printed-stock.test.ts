import { expect, test } from 'vitest'
import type { AdvertRow } from '../../../src/shared/inventory/advert.ts'
import { unknownCells } from '../../../src/shared/inventory/column-lists.ts'
import { advertColumns } from '../../../src/renderer/inventory/advert-words.ts'
import type { InventoryState } from '../../../src/renderer/inventory/inventory-state.svelte.ts'
import { mostPrinted, printedStock } from '../../../src/renderer/inventory/printed-stock.ts'

/** A list of so many adverts, as it is searched, filtered and sorted. */
function listOf(count: number, said: Partial<InventoryState> = {}) {
  const asked: number[] = []
  /** In groups, the places of the grid are others than those of the list. */
  const rowsOf = (these: Float64Array): Promise<AdvertRow[]> => {
    asked.push(these.length)
    return Promise.resolve(Array.from(these, (id) => ({ ...unknownCells, id })))
  }
  const ids = Float64Array.from({ length: count }, (_, at) => at + 1)
  const plain = { query: { text: '' }, states: [], edited: false, marked: null, watched: false }
  const ungrouped = { groups: [], groupedBy: null, folded: new Set<string>() }
  const list = { ...plain, ...ungrouped, count, filters: [], sort: [], ...said, ids, rowsOf }
  return { list: list as unknown as InventoryState, asked }
}
const columns = advertColumns(() => 0)
const shown = columns.filter(({ id }) => ['photo', 'title', 'price'].includes(id))

test('of a long list so many rows are read as a print holds', async () => {
  const { list, asked } = listOf(100_000)
  const { printed, open, total } = await printedStock(list, columns, shown, '')
  expect(asked).toEqual([mostPrinted])
  expect([printed, open, total]).toEqual([mostPrinted, 100_000, 100_000])
})

/** Groups of these sizes by make. */
const grouped = (sizes: Readonly<Record<string, number>>, folded: readonly string[]) =>
  listOf(
    Object.values(sizes).reduce((sum, size) => sum + size, 0),
    {
      groups: Object.entries(sizes).map(([value, count]) => ({
        value,
        count,
        totals: [{ currency: 'USD', adverts: count, sum: 1_000 * count }],
        overMedian: null,
        views: null,
      })),
      groupedBy: 'make',
      folded: new Set(folded),
    },
  )

test('a print of groups that is cut ends with the last row that it holds', async () => {
  const { list } = grouped({ BMW: mostPrinted, Kia: 3, Fiat: 4 }, ['Fiat'])
  const { groups, printed, open } = await printedStock(list, columns, shown, '')
  expect(groups.map(({ head }) => head?.title)).toEqual(['BMW'])
  expect([printed, open]).toEqual([mostPrinted, mostPrinted + 3])
})
