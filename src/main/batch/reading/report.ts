import { stemOf } from '#shared/files/file-stem.ts'
import type { TableFormat } from '#shared/files/table-format.ts'
import { guardCell, guardText } from '#shared/files/spreadsheet-text.ts'
import { csvChunks } from '../../files/csv-chunks.ts'
import type { CsvOptions } from '../../files/csv-text.ts'
import { mappedPages } from '../../files/row-pages.ts'
import { inReachOf } from '../../files/text-bytes.ts'
import { fieldsOf } from '#shared/batch/field-lists.ts'
import type { BatchSource } from '../journal/batch-record.ts'
import type { ReportedRow } from './reported-rows.ts'

/** Form of rows for Excel on this computer: as a workbook, or as CSV with the sign that its region has. */
export interface ExcelForm {
  readonly format: TableFormat
  readonly separator: ',' | ';'
}

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

/** The columns that a file of failed rows has beyond the source's own. */
const errorColumns = ['error_code', 'error_message'] as const

/** Columns for the rows of an undo, which have no file. */
const ownColumns: readonly string[] = ['action', ...fieldsOf('edit')]

/**
 * Rows that were not executed, in the source's own encoding, delimiter, headers and column order, followed by two error
 * columns. They can be fixed and imported again. A file that has the error columns already keeps one pair of them. Rows
 * of an undo, which had no file, get the contract's columns.
 */
export function failedForm(source: BatchSource, excel: ExcelForm | null = null): ReportForm {
  const ending = excel?.format ?? 'csv'
  const written = excel === null ? source : { ...source, ...excelShape, delimiter: excel.separator }
  if (source.undoOf === null)
    return formOf(written, `${stemOf(source.fileName)}-failed.${ending}`, ({ cells }) => cells ?? [])
  const own: BatchSource = { ...written, header: ownColumns, ...excelShape }
  return formOf(own, `${stemOf(source.fileName)}-undo-failed.${ending}`, ownCells)
}

/** Excel takes a CSV for UTF-8 only if it begins with the mark of it. */
const excelShape = { encoding: 'utf-8', bom: true } as const

function formOf(
  { header, encoding, delimiter, bom }: BatchSource,
  fileName: string,
  cellsOf: (row: ReportedRow) => readonly string[],
): ReportForm {
  const kept = header.flatMap((name, index) => (isErrorColumn(name) ? [] : [index]))
  const own = (cells: readonly string[]): string[] => kept.map((index) => cells[index] ?? '')
  return {
    fileName,
    encoding,
    bom,
    csv: { delimiter, guard: guardCell },
    columns: [...own(header), ...errorColumns],
    lineOf: (row) => [...own(cellsOf(row)), row.errorCode ?? '', inReachOf(encoding, row.errorMessage)],
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

const isErrorColumn = (name: string): boolean => errorColumns.some((column) => column === name.trim())
