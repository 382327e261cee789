import type { Operation } from '#shared/batch/operation.ts'
import { Row } from '../rows/row.ts'
import type { StockColumns } from './stock-columns.ts'

/** Cells in front of a car: its row's action, its advert, and whether it is to be in stock. */
export interface RowOpening {
  readonly operation: Operation
  readonly autoId: number | null
  /** `1`, `0` or '' for nothing to say, if the file has no column for it. */
  readonly inStock: '' | '0' | '1'
  /** The currency's code for an edit of a file without prices, which the service wants all the same; '' for none. */
  readonly currency: string
}

/** The cells in front of a row of the file. */
export const frontCells = (
  { added }: StockColumns,
  { operation, autoId, inStock, currency }: RowOpening,
): string[] =>
  added.map(({ column, text }) => {
    if (column === 'action') return operation
    if (column === 'auto_id') return autoId === null ? '' : String(autoId)
    if (column === 'currency_id' && text === '') return currency
    return column === 'in_stock' && text === '' ? inStock : text
  })

/** The row of a car that the file lacks: nothing but what it does. */
export function rowOfMissing(
  { header, keyIndex, stockIndex, currencyIndex }: StockColumns,
  key: string,
  { operation, autoId, inStock, currency }: RowOpening,
  line: number,
): Row {
  const cells = Array<string>(header.length).fill('')
  cells[0] = operation
  cells[1] = String(autoId)
  cells[keyIndex] = key
  if (stockIndex >= 0) cells[stockIndex] = inStock
  if (currencyIndex >= 0 && operation === 'edit') cells[currencyIndex] = currency
  return new Row(line, cells)
}
