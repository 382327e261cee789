import type { Delimiter } from '#shared/import/draft.ts'
import type { CsvRecord } from './csv-record.ts'
import { writeRecord } from './one-record.ts'

const quoteMark = 0x22

/**
 * The bytes of a record, without its line end, with another text in one cell. The other cells stay byte for byte as they
 * are. A cell that a short record lacks is added. The only cell of a record is emptied as `""`: without a byte it would be
 * no record.
 */
export function changedRecord(
  record: CsvRecord,
  column: number,
  value: string,
  delimiter: Delimiter,
): Buffer {
  const emptied = record.length === 1 && value === ''
  if (column >= record.length || record.quote || emptied) return rewritten(record, column, value, delimiter)
  const { bytes } = record.table
  const [from, to] = [record.from(column), record.to(column)]
  const quoted = from > record.start && bytes[from - 1] === quoteMark
  return Buffer.concat([
    bytes.subarray(record.start, from),
    Buffer.from(quoted ? value.replaceAll('"', '""') : asCell(value, delimiter)),
    bytes.subarray(to, record.end),
  ])
}

function rewritten(record: CsvRecord, column: number, value: string, delimiter: Delimiter): Buffer {
  const { cells } = record
  while (cells.length <= column) cells.push('')
  cells[column] = value
  const bytes = writeRecord(cells, delimiter)
  return bytes.subarray(0, bytes.length - 1)
}

/** A blank at an edge is quoted, so that it stays. */
const asCell = (value: string, delimiter: Delimiter): string =>
  value.includes(delimiter) || /["\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
