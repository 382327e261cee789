import type { StockFilter } from '#shared/stock/stock-check.ts'
import type { HeaderPlace } from '../columns/header.ts'
import type { Row } from '../rows/row.ts'
import { columnOf } from './stock-columns.ts'

/**
 * Finds which rows of a file are of the stock; the others are used cars and the like.
 * @param filter null: all rows are
 * @throws Fault `key-column-missing` if the file has no such column
 */
export function isOfStock(
  filter: StockFilter | null,
  header: readonly string[],
  place: HeaderPlace,
): (row: Row) => boolean {
  if (!filter) return () => true
  const column = columnOf(filter.column, header, place, 'filter')
  const values = new Set(filter.values.map(comparable))
  return (row) => values.has(comparable(row.meantText(column)))
}

const comparable = (text: string): string => text.normalize('NFC').trim().toLowerCase()
