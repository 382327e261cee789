import { type Finding, finding } from '../../writes/finding.ts'
import { kindOf } from '#shared/batch/field-lists.ts'
import type { CsvRecord } from '../csv/csv-record.ts'
import { vehicleFields } from '../../names/vehicle-ids.ts'
import { lineEndsBetween } from '../csv/record-scanner.ts'
import type { RowPlan } from './row-plan.ts'
import { currencyOf } from './value-words.ts'

/** The problems of a record in which other lines of the file are lost: it must be reported, not skipped. */
export function lostLines(record: CsvRecord, plan: RowPlan): Finding[] {
  if (record.lineEnds === 0 && record.quote === null) return []
  return [...swallowedRows(record, plan), ...unclosedQuote(record, plan)]
}

/**
 * The problems of cells that hold rows of the file: a stray quotation mark opened each of them, and the next one, rows
 * later, closed it. A text of several lines is one whose lines don't read as rows.
 */
function swallowedRows(record: CsvRecord, plan: RowPlan): Finding[] {
  const found: Finding[] = []
  if (record.lineEnds === 0 || plan.fixedCells) return found
  for (let index = 0; index < record.length; index++) {
    if (!canHoldRow(record, index, plan)) continue
    const [, ...lines] = record.text(index).split('\n')
    const count = lines.filter((line) => isLikeRow(line, plan)).length
    if (count > 0) found.push(swallowing(record, index, count, plan))
  }
  return found
}

/** The problem of a quotation mark that never closes: no line after its own is read. */
function unclosedQuote(record: CsvRecord, { mapping, header }: RowPlan): Finding[] {
  const { quote } = record
  if (quote?.openedIn === undefined) return []
  const column = mapping[quote.column] ?? header[quote.column] ?? ''
  return [finding(column, 'quote-unclosed', record.text(quote.column), { line: quote.openedIn })]
}

/**
 * Whether a line of the cell has a delimiter, without which no line reads as a row of several cells. Looked for in the bytes:
 * most cells of such a record have none, and a text of each would cost more than the check.
 */
function canHoldRow(record: CsvRecord, index: number, { header, delimiter }: RowPlan): boolean {
  const { bytes } = record.table
  const mark = delimiter.charCodeAt(0)
  const to = record.to(index)
  let hasLineEnd = false
  for (let at = record.from(index); at < to; at++) {
    const byte = bytes[at]
    if (byte === 0x0a || byte === 0x0d) hasLineEnd = true
    else if (hasLineEnd && byte === mark) return true
  }
  return hasLineEnd && header.length === 1
}

function swallowing(record: CsvRecord, index: number, count: number, { mapping, header }: RowPlan): Finding {
  const { bytes } = record.table
  const line = record.line + lineEndsBetween(bytes, record.start, record.from(index))
  const last = line + lineEndsBetween(bytes, record.from(index), record.to(index))
  const column = mapping[index] ?? header[index] ?? ''
  return finding(column, 'rows-swallowed', record.text(index), { line, last, count })
}

const number = /^\s*"*\d[\d\s.,'’]*"*\s*$/

/**
 * Whether a line of a cell reads as a row: every cell of a column of numbers that it reaches is a number, and it has as
 * many cells as the header, or two numbers at least.
 */
function isLikeRow(line: string, { mapping, header, delimiter, joined }: RowPlan): boolean {
  // A part of a value may be anything.
  const isPart = (index: number): boolean => joined.some(({ columns }) => columns.includes(index))
  const cells = line.split(delimiter)
  let numbers = 0
  for (const [index, cell] of cells.entries()) {
    const kind = kindOfColumn(mapping[index])
    if (kind === null || isPart(index) || cell.trim() === '') continue
    // A name in the place of an id tells neither way.
    if (kind === 'number' && isVehicleColumn(mapping[index]) && !number.test(cell)) continue
    if (!number.test(cell) && !(kind === 'currency' && currencyOf(cell))) return false
    numbers += 1
  }
  return numbers > 1 || (numbers === 1 && cells.length === header.length)
}

const isVehicleColumn = (column: RowPlan['mapping'][number] = null): boolean =>
  vehicleFields.some((field) => field === column)

function kindOfColumn(column: RowPlan['mapping'][number] = null): 'number' | 'currency' | null {
  if (column === null || column === 'action' || column === 'make_model') return null
  if (column === 'user_id') return 'number'
  const kind = kindOf(column)
  if (kind === 'currency') return kind
  return kind === 'id' || kind === 'price' ? 'number' : null
}
