import { guardText } from '#shared/files/spreadsheet-text.ts'
import type { GridColumn } from './columns.ts'

/** A cell as spreadsheets paste it: what holds a tab, a line end or a quote is quoted. */
const tsvCell = (text: string): string => (/[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Rows × columns as tab-separated lines, without a header: what Excel and LibreOffice put cell by cell, and run none of. */
export function toTsv<Row>(rows: readonly Row[], columns: readonly GridColumn<Row>[]): string {
  const line = (row: Row): string =>
    columns.map((column) => tsvCell(guardText((column.copy ?? column.text)(row)))).join('\t')
  return rows.map(line).join('\n')
}
