import type { AdvertRow, EditMark } from '#shared/inventory/advert.ts'
import { formatDateTime } from '../ui/format.ts'
import type { GridColumn } from '../ui/grid/columns.ts'
import type { InventoryState } from './inventory-state.svelte.ts'
import { headWords, worthWords } from './stock-groups.ts'
import { stateWords } from '#shared/inventory/state-words.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { filterWords } from './filter-words.ts'
import type { StockFilters } from './stock-filters.svelte.ts'

const markWords: Readonly<Record<EditMark, () => string>> = {
  batch: m.word_in_a_batch,
  conflict: m.word_conflict,
  person: m.inventory_legend_person,
}

/** Names that are spelt out: on paper there is no tooltip for the others. */
const mostNames = 20

type Listed = Pick<StockFilters, 'query' | 'states' | 'edited' | 'marked' | 'watched' | 'filters' | 'sort'>

/** Words for the listed adverts: the search, the states, what edits became, and the filters. */
const listWords = ({ query, states, edited, marked, watched, filters }: Listed): string[] => [
  ...(query.text === '' ? [] : [m.inventory_print_search({ text: query.text })]),
  ...(states.length === 0 ? [] : [states.map(stateWords).join(', ')]),
  ...(edited ? [m.word_edits()] : []),
  ...(marked ? [markWords[marked]()] : []),
  ...(watched ? [m.inventory_filter_watched()] : []),
  ...filters.map((filter) => filterWords(filter, mostNames)),
]

/** By which columns the list is sorted, each with its direction. */
const sortWords = ({ sort }: Listed, columns: readonly GridColumn<never>[]): string =>
  sort
    .map(({ column, descending }) => {
      const title = columns.find(({ id }) => id === column)?.title ?? column
      return `${title} ${descending ? '↓' : '↑'}`
    })
    .join(', ')

/** Rows on paper at most: some fifty pages. */
export const mostPrinted = 2_000

/** Listed adverts, as they are printed. */
export interface PrintedStock {
  /** The name of the view that is shown; '' if it is none. */
  readonly view: string
  readonly filters: readonly string[]
  readonly sort: string
  /** Time when it was made, in words. */
  readonly at: string
  readonly columns: readonly GridColumn<AdvertRow>[]
  /** One without a head if the list is not grouped. */
  readonly groups: readonly PrintedGroup[]
  /** Number of adverts that the list has. */
  readonly total: number
  /** Number of them in groups that are not folded, and of those, how many are printed: fewer if it is cut. */
  readonly open: number
  readonly printed: number
}

export interface PrintedGroup {
  readonly head: { readonly title: string; readonly note: string } | null
  readonly rows: readonly AdvertRow[]
}

/**
 * Reads the first rows of the list, filtered, sorted and grouped as it is. Of a folded group only the head is printed,
 * and pictures stay on the screen. Fewer rows if some could not be read.
 * @param columns all of them, also those that are hidden: the list may be sorted by one
 * @param shown those that are printed, in their order
 */
export async function printedStock(
  inventory: InventoryState,
  columns: readonly GridColumn<AdvertRow>[],
  shown: readonly GridColumn<AdvertRow>[],
  view: string,
): Promise<PrintedStock> {
  const total = inventory.count
  const words = { filters: listWords(inventory), sort: sortWords(inventory, columns) }
  const parts = partsOf(inventory)
  const ids = parts.flatMap((part) => [...part.ids])
  const rows = await inventory.rowsOf(Float64Array.from(ids.slice(0, mostPrinted)))
  const byId = new Map(rows.map((row) => [row.id, row]))
  const groups = parts.map(({ head, ids }) => ({ head, rows: [...ids].flatMap((id) => byId.get(id) ?? []) }))
  // What would stand behind the cut is not printed.
  const end = parts.findIndex((part, at) => part.ids.length > 0 && groups[at]?.rows.length === 0)
  return {
    ...words,
    view,
    total,
    open: ids.length,
    printed: rows.length,
    groups: end < 0 ? groups : groups.slice(0, end),
    at: formatDateTime(new Date().toISOString()),
    columns: shown.filter(({ picture }) => !picture),
  }
}

interface Part {
  readonly head: PrintedGroup['head']
  readonly ids: Float64Array
}

/** The groups of the list with the adverts that are shown of each. */
function partsOf({ ids, groups, groupedBy, folded }: InventoryState): Part[] {
  if (groups.length === 0) return [{ head: null, ids }]
  let first = 0
  return groups.map((group) => {
    const own = ids.subarray(first, first + group.count)
    first += group.count
    const { title, note } = headWords(groupedBy, group)
    const head = { title, note: [note, worthWords(group)].filter((words) => words !== '').join(' · ') }
    return { head, ids: folded.has(group.value) ? own.subarray(0, 0) : own }
  })
}
