import Papa from 'papaparse'
import type { Attempt, BatchRow } from '#shared/batch/row.ts'
import { guardCell, guardText } from '#shared/batch/spreadsheet-text.ts'
import type { BatchSource } from './journal/batch-table.ts'
import { textBytes } from './csv/text-bytes.ts'

export interface FileBytes {
  readonly fileName: string
  readonly text: Uint8Array<ArrayBuffer>
}

/** A row with what its report adds. */
export interface ReportedRow {
  readonly row: BatchRow
  readonly cells: readonly string[] | null
  readonly sends: readonly Attempt[]
}

const columns = [
  'line',
  'operation',
  'outcome',
  'known_by',
  'auto_id',
  'error_code',
  'error_message',
  'attempts',
  'first_sent_at',
  'settled_at',
]

/** Every row of a batch with its outcome, as UTF-8 with BOM, which spreadsheets read without asking. */
export function fullReport(source: BatchSource, rows: Iterable<ReportedRow>): FileBytes {
  const lines = Array.from(rows, ({ row, sends }) => [
    row.line,
    row.operation ?? '',
    row.state,
    row.outcomeSource ?? '',
    row.autoId ?? '',
    errorCodeOf(row),
    guardText(errorMessageOf(row)),
    row.attempts,
    sends[0]?.startedAt ?? '',
    row.updatedAt ?? '',
  ])
  const text = Papa.unparse([columns, ...lines], { newline: '\r\n' })
  return { fileName: `${stem(source.fileName)}-report.csv`, text: textBytes(`${text}\r\n`, 'utf-8', true) }
}

/** The columns that a file of failed rows has beyond the source's own. */
const errorColumns = ['error_code', 'error_message'] as const

/**
 * The rows that did not get through, in the source's own encoding, delimiter, headers and column order, with the two
 * error columns behind: ready to be mended and imported again. A file that went through this before keeps one pair.
 */
export function failedRows(source: BatchSource, rows: Iterable<ReportedRow>): FileBytes {
  const kept = source.header.flatMap((name, index) => (isErrorColumn(name) ? [] : [index]))
  const header = [...kept.map((index) => source.header[index] ?? ''), ...errorColumns]
  const lines = Array.from(rows, ({ row, cells }) => {
    const own = kept.map((index) => guardCell(cells?.[index] ?? ''))
    return [...own, errorCodeOf(row), guardText(errorMessageOf(row))]
  })
  const text = Papa.unparse([header, ...lines], { delimiter: source.delimiter, newline: '\r\n' })
  return {
    fileName: `${stem(source.fileName)}-failed.csv`,
    text: textBytes(`${text}\r\n`, source.encoding, source.bom),
  }
}

const isErrorColumn = (name: string): boolean => errorColumns.some((column) => column === name.trim())

const errorCodeOf = ({ errorCode, problems }: BatchRow): string => errorCode ?? problems[0]?.code ?? ''

const errorMessageOf = ({ errorWords, problems }: BatchRow): string =>
  errorWords ?? problems.map((problem) => problem.message).join(' ')

const stem = (fileName: string): string => fileName.replace(/\.[^.]*$/, '')
