import { stemOf } from '#shared/files/file-stem.ts'
import { guardText } from '#shared/files/spreadsheet-text.ts'
import { csvChunks } from '../../files/csv-chunks.ts'
import type { CsvOptions } from '../../files/csv-text.ts'
import { errorRowsForm, type ExcelForm } from '../../files/error-rows.ts'
import { mappedPages } from '../../files/row-pages.ts'
import { fieldsOf } from '#shared/batch/field-lists.ts'
import type { BatchSource } from '../journal/batch-record.ts'
import type { ReportedRow } from './reported-rows.ts'

/** A CSV file of rows: its name, and how it is written. */
export interface ReportForm {
  readonly fileName: string
  readonly encoding: BatchSource['encoding']
  readonly bom: boolean
  readonly csv: CsvOptions
  readonly columns: readonly string[]
  readonly lineOf: (row: ReportedRow) => readonly (string | number)[]
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

/**
 * Every row of a batch with its outcome, as UTF-8 with BOM, whose encoding spreadsheets detect.
 * @param hasKeys the batch is of a stock file: its rows have the dealer's own numbers
 */
export const fullForm = ({ fileName }: BatchSource, hasKeys = false): ReportForm => ({
  fileName: `${stemOf(fileName)}-report.csv`,
  encoding: 'utf-8',
  bom: true,
  csv: {},
  columns: hasKeys ? [...columns, 'stock_no'] : columns,
  lineOf: (row) => [
    row.line,
    row.operation ?? '',
    row.state,
    row.outcomeSource ?? '',
    row.autoId ?? '',
    row.errorCode ?? '',
    row.errorMessage,
    row.attempts,
    row.firstSentAt ?? '',
    row.updatedAt ?? '',
    ...(hasKeys ? [guardText(row.key ?? '')] : []),
  ],
})

/** Columns for the rows of an undo, which have no file. */
const ownColumns: readonly string[] = ['action', ...fieldsOf('edit')]

/**
 * Rows that were not executed, to be fixed and imported again. Rows of an undo, which had no file, get the contract's
 * columns.
 */
export function failedForm(source: BatchSource, excel: ExcelForm | null = null): ReportForm {
  const ending = excel?.format ?? 'csv'
  const isUndo = source.undoOf !== null
  const shape = isUndo ? ({ ...source, header: ownColumns, encoding: 'utf-8', bom: true } as const) : source
  const { lineOf, ...form } = errorRowsForm(shape, excel)
  return {
    ...form,
    fileName: `${stemOf(source.fileName)}-${isUndo ? 'undo-failed' : 'failed'}.${ending}`,
    lineOf: (row) =>
      lineOf(isUndo ? ownCells(row) : (row.cells ?? []), row.errorCode ?? '', row.errorMessage),
  }
}

function ownCells({ operation, autoId, payload }: ReportedRow): string[] {
  const values: Readonly<Record<string, string | number>> = {
    ...payload,
    action: operation ?? '',
    auto_id: autoId ?? '',
  }
  return ownColumns.map((column) => guardText(String(values[column] ?? '')))
}

/** The file in pieces. */
export const reportChunks = (
  { encoding, bom, csv, columns: header, lineOf }: ReportForm,
  pages: AsyncIterable<readonly ReportedRow[]>,
): AsyncGenerator<Uint8Array> => csvChunks(header, mappedPages(pages, lineOf), { encoding, bom, ...csv })
