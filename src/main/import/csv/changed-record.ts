import type { Delimiter } from '#shared/import/draft.ts'
import type { CsvRecord } from './csv-record.ts'
import { writeRecord } from './one-record.ts'
import type { CellChange } from '../records/record-format.ts'
import type { RecordPageWriter } from '../records/record-page.ts'

const quoteMark = 0x22

/** Another text for one cell of a file. */
interface FileChange extends CellChange {
  readonly delimiter: Delimiter
}

/**
 * Writes a record with another text in one cell. The other cells stay byte for byte as they are. A cell that a short
 * record lacks is added. The only cell of a record is emptied as `""`: without a byte it would be no record.
 */
export function writeChanged(page: RecordPageWriter, record: CsvRecord, change: FileChange): void {
  page.begin()
  const emptied = record.length === 1 && change.value === ''
  if (change.column >= record.length || record.quote || emptied) rewrite(page, record, change)
  else replaceCell(page, record, change)
  page.end()
}

function replaceCell(
  page: RecordPageWriter,
  record: CsvRecord,
  { column, value, delimiter }: FileChange,
): void {
  const { bytes } = record.table
  const [from, to] = [record.from(column), record.to(column)]
  const quoted = from > record.start && bytes[from - 1] === quoteMark
  page.copy(bytes, record.start, from)
  page.write(quoted ? value.replaceAll('"', '""') : asCell(value, delimiter))
  page.copy(bytes, to, record.end)
}

function rewrite(page: RecordPageWriter, record: CsvRecord, { column, value, delimiter }: FileChange): void {
  const { cells } = record
  while (cells.length <= column) cells.push('')
  cells[column] = value
  const bytes = writeRecord(cells, delimiter)
  page.copy(bytes, 0, bytes.length - 1)
}

/** A blank at an edge is quoted, so that it stays. */
const asCell = (value: string, delimiter: Delimiter): string =>
  value.includes(delimiter) || /["\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
