import type { AdvertRow } from '#shared/inventory/advert.ts'
import { formatDateTime } from '../ui/format.ts'
import type { GridColumn } from '../ui/grid/columns.ts'
import type { InventoryState } from './inventory-state.svelte.ts'
import { listWords, sortWords } from './list-words.ts'

/** Rows on paper at most: some fifty pages. */
export const mostPrinted = 2_000

/** What is listed, as it is printed. */
export interface PrintedStock {
  /** The name of the view that is shown; '' if it is none. */
  readonly view: string
  readonly filters: readonly string[]
  readonly sort: string
  /** When it was made, in words. */
  readonly at: string
  readonly columns: readonly GridColumn<AdvertRow>[]
  readonly rows: readonly AdvertRow[]
  /** How many adverts the list has: more than the rows if it is cut. */
  readonly total: number
}

/**
 * Reads the first rows of the list, as it is filtered and sorted; pictures stay on the screen. Fewer rows if some could not be
 * read.
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
  const rows = await inventory.rowsOf(inventory.ids.subarray(0, mostPrinted))
  return {
    ...words,
    ...{ view, rows, total },
    at: formatDateTime(new Date().toISOString()),
    columns: shown.filter(({ picture }) => !picture),
  }
}
