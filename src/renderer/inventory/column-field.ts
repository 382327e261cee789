import type { FilterField } from '#shared/inventory/advert-filter.ts'
import { nameColumns, rangeColumns } from '#shared/inventory/column-lists.ts'

/** Columns whose filter has another name; the price column is filtered by the price in dollars, by which it is sorted. */
const others: ReadonlyMap<string, FilterField> = new Map([
  ['photo', 'noPhoto'],
  ['price', 'usd'],
  ['expiresAt', 'expiresIn'],
  ['updatedAt', 'updatedAgo'],
  ['addedAt', 'age'],
  ['stockNumber', 'stockNumber'],
  ['views', 'views'],
  ['phones', 'phones'],
  ['viewsTrend', 'viewsFell'],
])

const ownNames: readonly FilterField[] = [...nameColumns, ...rangeColumns]

/** The filter field of a column; undefined if it has none. */
export const columnField = (column: string): FilterField | undefined =>
  others.get(column) ?? ownNames.find((field) => field === column)
