import type { Attempt, BatchRow } from '#shared/batch/row.ts'
import { guardCell, guardText } from '#shared/files/spreadsheet-text.ts'
import { csvText } from '../../files/csv-text.ts'
import type { FileBytes } from '../../files/file-bytes.ts'
import { inReachOf, textBytes } from '../../files/text-bytes.ts'
import type { AttemptsTable } from '../journal/attempts-table.ts'
import type { BatchSource, StoredBatch } from '../journal/batch-table.ts'
import type { JournalRow } from '../journal/journal-row.ts'
import { fieldsOf } from '../../writes/field-lists.ts'
import { shownRow } from './shown-row.ts'

/** A row with what its report adds. */
export interface ReportedRow {
  readonly row: BatchRow
  readonly cells: readonly string[] | null
  /** Everything that happened to the row, a person's answers among it. */
  readonly attempts: readonly Attempt[]
}

export function* reportedRows(
  attempts: AttemptsTable,
  { seq, source }: Pick<StoredBatch, 'seq' | 'source'>,
  rows: Iterable<JournalRow>,
): Generator<ReportedRow> {
  for (const row of rows)
    yield {
      row: shownRow(row, source),
      cells: row.cells,
      attempts: row.attempts > 0 ? attempts.list(seq, row.line) : [],
    }
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

/** Every row of a batch with its outcome, as UTF-8 with BOM, whose encoding spreadsheets detect. */
export function fullReport(source: BatchSource, rows: Iterable<ReportedRow>): FileBytes {
  const lines = Array.from(rows, ({ row, attempts }) => [
    row.line,
    row.operation ?? '',
    row.state,
    row.outcomeSource ?? '',
    row.autoId ?? '',
    errorCodeOf(row),
    errorMessageOf(row),
    row.attempts,
    attempts.find(({ kind }) => kind === 'send')?.startedAt ?? '',
    row.updatedAt ?? '',
  ])
  const text = csvText([columns, ...lines])
  return { fileName: `${stem(source.fileName)}-report.csv`, text: textBytes(text, 'utf-8', true) }
}

/** The columns that a file of failed rows has beyond the source's own. */
const errorColumns = ['error_code', 'error_message'] as const

/** Columns for the rows of an undo, which have no file. */
const ownColumns: readonly string[] = ['action', ...fieldsOf('edit')]

/**
 * The rows that were not executed, in the source's own encoding, delimiter, headers and column order, followed by two
 * error columns: ready to be fixed and imported again. A file that has the error columns already keeps one pair of them.
 * Rows of an undo, which had no file, get the contract's columns.
 */
export function failedRows(source: BatchSource, rows: Iterable<ReportedRow>): FileBytes {
  return source.undoOf === null
    ? failedFile(source, rows, `${stem(source.fileName)}-failed.csv`)
    : failedFile(
        { ...source, header: ownColumns, encoding: 'utf-8', bom: true },
        asCells(rows),
        `${stem(source.fileName)}-undo-failed.csv`,
      )
}

function failedFile(
  { header, encoding, delimiter, bom }: BatchSource,
  rows: Iterable<ReportedRow>,
  fileName: string,
): FileBytes {
  const kept = header.flatMap((name, index) => (isErrorColumn(name) ? [] : [index]))
  const own = (cells: readonly string[]): string[] => kept.map((index) => cells[index] ?? '')
  const lines = Array.from(rows, ({ row, cells }) => [
    ...own(cells ?? []),
    errorCodeOf(row),
    inReachOf(encoding, errorMessageOf(row)),
  ])
  const text = csvText([[...own(header), ...errorColumns], ...lines], { delimiter, guard: guardCell })
  return { fileName, text: textBytes(text, encoding, bom) }
}

function* asCells(rows: Iterable<ReportedRow>): Generator<ReportedRow> {
  for (const each of rows) {
    const { operation, autoId, payload } = each.row
    const values: Readonly<Record<string, string | number>> = {
      ...payload,
      action: operation ?? '',
      auto_id: autoId ?? '',
    }
    yield { ...each, cells: ownColumns.map((column) => guardText(String(values[column] ?? ''))) }
  }
}

const isErrorColumn = (name: string): boolean => errorColumns.some((column) => column === name.trim())

const errorCodeOf = ({ errorCode, problems }: BatchRow): string => errorCode ?? problems[0]?.code ?? ''

const errorMessageOf = ({ errorWords, problems }: BatchRow): string =>
  errorWords ?? problems.map((problem) => problem.message).join(' ')

const stem = (fileName: string): string => fileName.replace(/\.[^.]*$/, '')
