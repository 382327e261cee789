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

test('a list is printed whole, without pictures', async () => {
  const { list, asked } = listOf(3)
  const printed = await printedStock(list, columns, shown, 'Dear')
  expect(printed).toMatchObject({ view: 'Dear', total: 3, filters: [], sort: '' })
  expect(printed.groups.map(({ head, rows }) => [head, rows.length])).toEqual([[null, 3]])
  expect(asked).toEqual([3])
  expect(printed.columns.map(({ id }) => id)).toEqual(['title', 'price'])
})

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
        ...{ value, count },
        totals: [{ currency: 'USD', adverts: count, sum: 1_000 * count }],
      })),
      groupedBy: 'make',
      folded: new Set(folded),
    },
  )

test('groups are printed with their heads, and of a folded one the head alone', async () => {
  const { list, asked } = grouped({ BMW: 2, Kia: 3, '': 1 }, ['Kia'])
  const { groups, printed, open, total } = await printedStock(list, columns, shown, '')
  expect(groups.map(({ head, rows }) => [head?.title, head?.note, rows.map(({ id }) => id)])).toEqual([
    ['BMW', '2 adverts · $2,000', [1, 2]],
    ['Kia', '3 adverts · $3,000', []],
    ['Not known', '1 advert · $1,000', [6]],
  ])
  expect([asked, printed, open, total]).toEqual([[3], 3, 3, 6])
})

test('a print of groups that is cut ends with the last row that it holds', async () => {
  const { list } = grouped({ BMW: mostPrinted, Kia: 3, Fiat: 4 }, ['Fiat'])
  const { groups, printed, open } = await printedStock(list, columns, shown, '')
  expect(groups.map(({ head }) => head?.title)).toEqual(['BMW'])
  expect([printed, open]).toEqual([mostPrinted, mostPrinted + 3])
})

test('what is listed is said in words, also the column that it is sorted by and that is hidden', async () => {
  const { list } = listOf(1, {
    query: { text: 'x5', states: [], sort: [] },
    states: ['live', 'sold'],
    marked: 'conflict',
    watched: true,
    filters: [{ field: 'usd', from: 30_000, to: null }, { field: 'noPhoto' }],
    sort: [
      { column: 'city', descending: false },
      { column: 'id', descending: true },
    ],
  })
  const { filters, sort } = await printedStock(list, columns, shown, '')
  expect(filters).toEqual([
    'Search: “x5”',
    'Live, Sold',
    'Conflict',
    'Watched',
    'Price, $: 30,000 or more',
    'No photo',
  ])
  expect(sort).toBe('City ↑, Id ↓')
  const edited = await printedStock(listOf(1, { edited: true }).list, columns, shown, '')
  expect(edited.filters).toEqual(['Proposed'])
})
