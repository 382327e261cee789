import type { TableFormat } from '#shared/files/table-format.ts'
import { guardCell } from '#shared/files/spreadsheet-text.ts'
import type { Delimiter, Encoding } from '#shared/import/file-facts.ts'
import type { CsvOptions } from './csv-text.ts'
import { inReachOf } from './text-bytes.ts'

/** Form of rows for Excel on this computer: as a workbook, or as CSV with the sign that its region has. */
export interface ExcelForm {
  readonly format: TableFormat
  readonly separator: ',' | ';'
}

/** Shape of the file that rows came from. */
export interface SourceForm {
  readonly header: readonly string[]
  readonly encoding: Encoding
  readonly delimiter: Delimiter
  readonly bom: boolean
}

/** The columns that a file of rows with errors has beyond the source's own. */
export const errorColumns: readonly string[] = ['error_code', 'error_message']

/**
 * Form of rows that are fixed and imported again: the source's own encoding, delimiter, headers and column order, then two error
 * columns. A file that has the error columns already keeps one pair of them.
 * @param excel null for the form of the source
 */
export function errorRowsForm({ header, ...source }: SourceForm, excel: ExcelForm | null) {
  const kept = header.flatMap((name, index) => (errorColumns.includes(name.trim()) ? [] : [index]))
  const own = (cells: readonly string[]): string[] => kept.map((index) => cells[index] ?? '')
  // Excel takes a CSV for UTF-8 only if it begins with the mark of it.
  const { encoding, delimiter, bom } =
    excel === null ? source : ({ encoding: 'utf-8', delimiter: excel.separator, bom: true } as const)
  const csv: CsvOptions = { delimiter, guard: guardCell }
  return {
    encoding,
    bom,
    csv,
    columns: [...own(header), ...errorColumns],
    lineOf: (cells: readonly string[], code: string, message: string): string[] => [
      ...own(cells),
      code,
      inReachOf(encoding, message),
    ],
  }
}
