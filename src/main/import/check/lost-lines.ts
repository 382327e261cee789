import { type Finding, finding } from '../../writes/finding.ts'
import { kindOf } from '#shared/batch/field-lists.ts'
import type { ColumnJoin } from '#shared/import/column-joins.ts'
import type { ColumnMapping, Delimiter } from '#shared/import/draft.ts'
import { lineEndsIn, type Row } from '../rows/row.ts'
import { vehicleFields } from '../../names/vehicle-ids.ts'
import { readUnitPrice } from './scanners.ts'
import { currencyOf } from './value-words.ts'

/** The columns of a file as they are in it, by which its rows are known. */
export interface FileTable {
  readonly header: readonly string[]
  readonly mapping: ColumnMapping
  readonly delimiter: Delimiter
  readonly decimalMark: '.' | ','
  /** Columns that give one field together, which is no text. */
  readonly joined: readonly ColumnJoin[]
  readonly fixedCells?: boolean | undefined
  /** True if cells name a car whose number is known. */
  readonly isKnownCar?: (cells: readonly string[]) => boolean
}

/** The problems of a record in which other lines of the file are lost: it must be reported, not skipped. */
export function lostLines(record: Row, table: FileTable): Finding[] {
  if (record.lineEnds === 0 && record.quote === null) return []
  return [...swallowedRows(record, table), ...unclosedQuote(record, table)]
}

export const isOfLostLines = ({ code }: Finding): boolean =>
  code === 'rows-swallowed' || code === 'quote-unclosed'

/**
 * Problems of cells that hold rows of the file: a stray quotation mark opened each, and the next one, rows later,
 * closed it. A text of several lines is one whose lines don't read as rows. With a mark in the wrong place the end of
 * the cell is unknown, whatever its lines are.
 */
function swallowedRows(record: Row, table: FileTable): Finding[] {
  const found: Finding[] = []
  if (record.lineEnds === 0 || table.fixedCells) return found
  const broken = record.quote?.broken ? record.quote.column : record.length
  for (let index = 0; index < record.length; index++)
    if (index >= broken ? lineEndsIn(record.text(index)) > 0 : holdsRow(record, index, table))
      found.push(swallowing(record, index, table))
  return found
}

/** The problem of a quotation mark that never closes: no line after its own is read. */
function unclosedQuote(record: Row, table: FileTable): Finding[] {
  const { quote } = record
  if (quote?.openedIn === undefined) return []
  return [
    finding(columnAt(table, quote.column), 'quote-unclosed', record.text(quote.column), {
      line: quote.openedIn,
    }),
  ]
}

/** A column as problems name it. */
export const columnAt = ({ mapping, header }: Pick<FileTable, 'mapping' | 'header'>, index: number): string =>
  mapping[index] ?? header[index] ?? ''

function swallowing(record: Row, index: number, table: FileTable): Finding {
  const before = record.cells.slice(0, index).reduce((sum, cell) => sum + lineEndsIn(cell), 0)
  const line = record.line + before
  const count = lineEndsIn(record.text(index))
  return finding(columnAt(table, index), 'rows-swallowed', record.text(index), {
    line,
    last: line + count,
    count,
  })
}

/** True if the end of the row that the cell belongs to, or another row, is in the cell. */
function holdsRow(record: Row, index: number, table: FileTable): boolean {
  if (!mayHoldRow(record, index, table)) return false
  const [first = [], ...others] = record
    .text(index)
    .split('\n')
    .map((line) => line.split(table.delimiter))
  const begun = [...record.cells.slice(0, index), ...first]
  return endsRow(begun, index, table) || others.some((cells) => isLikeRow(cells, table))
}

/** Finds a delimiter in a cell of several lines, without which no line reads as a row of several cells. */
function mayHoldRow(record: Row, index: number, { header, delimiter }: FileTable): boolean {
  const cell = record.text(index)
  return cell.includes('\n') && (header.length === 1 || cell.includes(delimiter))
}

/**
 * Evidence of a cell about its line: it fits a column of numbers, is none of them, or leaves it blank; null without
 * evidence.
 */
type Sign = 'fits' | 'other' | 'blank' | null

/** True if the cells up to the first line end, of which those from `index` on are in one cell, are a whole row. */
function endsRow(cells: readonly string[], index: number, table: FileTable): boolean {
  const signs = signsOf(cells, table).slice(index)
  return cells.length === table.header.length && signs.includes('fits') && !signs.includes('other')
}

/**
 * True if a line of a cell reads as a row. Each of its cells under a column of numbers is a number. It has as many
 * cells as the header, or two numbers at least. One that names an advert or a known car is a row by less.
 */
function isLikeRow(cells: readonly string[], table: FileTable): boolean {
  if (cells.every((cell) => bare(cell) === '')) return false
  const signs = signsOf(cells, table)
  const isWhole = cells.length === table.header.length
  if (signs.includes('other')) return isWhole && namesCar(cells, table)
  const fitting = signs.filter((sign) => sign === 'fits').length
  return fitting > 1 || (isWhole && signs.some((sign) => sign !== null)) || namesCar(cells, table)
}

/** Ids of adverts have eight digits by now; a price or a mileage in a text has fewer, a phone number more. */
const advertId = /^\d{8,9}$/

function namesCar(cells: readonly string[], { mapping, header, isKnownCar }: FileTable): boolean {
  if (cells.length === 1 && header.length > 1) return false
  const id = bare(cells[mapping.indexOf('auto_id')] ?? '')
  return advertId.test(id) || (isKnownCar?.(cells.map(bare)) ?? false)
}

const signsOf = (cells: readonly string[], table: FileTable): Sign[] =>
  cells.map((cell, index) => signOf(bare(cell), index, table))

const number = /^\d[\d\s.,'’]*$/

function signOf(cell: string, index: number, { mapping, decimalMark, joined }: FileTable): Sign {
  const column = mapping[index] ?? null
  const kind = kindOfColumn(column)
  // A part of a value may be anything.
  if (kind === null || joined.some(({ columns }) => columns.includes(index))) return null
  if (number.test(cell) || (kind === 'currency' && currencyOf(cell))) return 'fits'
  if (column === 'price' && readUnitPrice(cell, decimalMark)) return 'fits'
  // A name in the place of an id is no evidence.
  if (vehicleFields.some((field) => field === column)) return null
  return cell === '' ? 'blank' : 'other'
}

/** A cell without quotation marks: which of them belong to it is not known in a line that is taken apart. */
const bare = (cell: string): string => cell.replaceAll('"', '').trim()

function kindOfColumn(column: FileTable['mapping'][number]): 'number' | 'currency' | null {
  if (column === null || column === 'action' || column === 'stock_no' || column === 'make_model') return null
  if (column === 'user_id') return 'number'
  const kind = kindOf(column)
  if (kind === 'currency') return kind
  return kind === 'id' || kind === 'price' ? 'number' : null
}
