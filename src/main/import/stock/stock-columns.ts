import { Fault } from '#shared/bridge/failure.ts'
import { type ColumnJoins, headerKey } from '#shared/import/column-joins.ts'
import type { Constants } from '#shared/import/column-map.ts'
import type { ColumnMapping } from '#shared/import/draft.ts'
import type { ColumnName } from '#shared/import/file-columns.ts'
import type { StockFilter } from '#shared/stock/stock-check.ts'
import type { HeaderPlace } from '../columns/header.ts'
import { yearColumn } from '../columns/car-columns.ts'
import { Row } from '../rows/row.ts'
import type { Operation } from '#shared/batch/operation.ts'

/** The columns of a file as it is, and what every row has besides. */
export interface FileColumns {
  readonly header: readonly string[]
  readonly mapping: ColumnMapping
  readonly joins: ColumnJoins
  readonly constants: Constants
}

/** The columns of a stock file that a person names by their headers. */
interface ChosenColumns {
  readonly key: string
  readonly quantity: string | null
}

/** Fields that a stock file sets by its links, whatever its own columns are called. */
const decidedHere: readonly (ColumnName | null)[] = ['action', 'auto_id', 'stock_no']

/** Columns of a stock file with those that are put in front of them. */
export type StockColumns = Readonly<ReturnType<typeof stockColumns>>

/**
 * Finds the column of the keys, and puts columns in front: each row's action and advert, and values that the file has
 * no column for. A constant becomes such a column, because a car that is missing in the file doesn't have it.
 * @param chosen the headers of the columns, as a person chose them
 * @throws Fault `key-column-missing` if not exactly one column has that header; `constant-column` if a constant says of
 * every row what the quantity says of each
 */
export function stockColumns(file: FileColumns, { key, quantity }: ChosenColumns, place: HeaderPlace) {
  const keyColumn = columnOf(key, file.header, place, 'key')
  const amounts = quantity === null ? -1 : columnOf(quantity, file.header, place, 'quantity')
  if (amounts >= 0 && file.constants.in_stock !== undefined)
    throw new Fault('constant-column', { file: place.file, column: quantity ?? '', value: 'in_stock' })
  const own = file.mapping.map((column, index) => {
    if (index === amounts) return 'in_stock'
    if (column === 'in_stock' && amounts >= 0) return null
    return index === keyColumn || decidedHere.includes(column) ? null : column
  })
  const added = addedColumns(own, file.constants)
  const shift = added.length
  const mapping = [...added.map(({ column }) => column), ...own]
  const idColumn = file.mapping.indexOf('auto_id')
  const year = yearColumn(file.header)
  return {
    /** The columns in front, with the text that each car of the file has in them. */
    added,
    header: [...added.map(({ column }) => column), ...file.header],
    mapping,
    joins: shiftedJoins(file.joins, shift),
    /** The column of the keys, counted from the first one that was added; so are all indexes below. */
    keyIndex: keyColumn + shift,
    /** The file's column of ids of adverts, by which cars without a link are known; -1 if there is none. */
    idIndex: idColumn < 0 || idColumn === keyColumn ? -1 : idColumn + shift,
    /** The column that holds a number of cars; it is that of `in_stock` then, else -1. */
    quantityIndex: amounts < 0 ? -1 : amounts + shift,
    stockIndex: mapping.indexOf('in_stock'),
    currencyIndex: mapping.indexOf('currency_id'),
    yearIndex: year < 0 ? -1 : year + shift,
    /** True if the file gives prices, and so says itself what their currency is. */
    hasPrices: mapping.includes('price'),
  }
}

/**
 * The place of the column that a person named.
 * @param reason what it is for
 * @throws Fault `key-column-missing` if no column, or more than one, has that header
 */
export function columnOf(
  wanted: string,
  header: readonly string[],
  { file, line }: HeaderPlace,
  reason: 'key' | 'filter' | 'quantity',
): number {
  const named = header.flatMap((name, index) => (headerKey(name) === headerKey(wanted) ? [index] : []))
  const [column] = named
  if (column !== undefined && named.length === 1) return column
  throw new Fault('key-column-missing', {
    file,
    line,
    column: wanted,
    reason,
    columns: header
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .join(', '),
  })
}

function addedColumns(
  mapping: ColumnMapping,
  constants: Constants,
): { readonly column: ColumnName; readonly text: string }[] {
  const fixed = Object.entries(constants) as [ColumnName, string][]
  const lacking = (['in_stock', 'currency_id'] as const).filter(
    (column) => !mapping.includes(column) && constants[column] === undefined,
  )
  return [
    ...(['action', 'auto_id', ...lacking] as const).map((column) => ({ column, text: '' })),
    ...fixed.map(([column, text]) => ({ column, text })),
  ]
}

const shiftedJoins = (joins: ColumnJoins, shift: number): ColumnJoins =>
  Object.fromEntries(
    Object.entries(joins).map(([field, join]) => [
      field,
      { ...join, columns: join.columns.map((index) => index + shift) },
    ]),
  )

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
