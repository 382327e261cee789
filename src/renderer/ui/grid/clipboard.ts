import { guardText } from '#shared/files/spreadsheet-text.ts'
import type { GridColumn } from './columns.ts'

/** A cell as spreadsheets paste it: what holds a tab, a line end or a quote is quoted. */
const tsvCell = (text: string): string => (/[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/**
 * Rows × columns as tab-separated lines below the titles of the columns: what Excel and LibreOffice put cell by cell, and
 * run none of. A single cell is its text alone.
 */
export function toTsv<Row>(rows: readonly Row[], columns: readonly GridColumn<Row>[]): string {
  const line = (row: Row): string =>
    columns.map((column) => tsvCell(guardText((column.copy ?? column.text)(row)))).join('\t')
  const header = columns.map(({ title, copyTitle }) => tsvCell(guardText(copyTitle ?? title))).join('\t')
  const lines = rows.map(line)
  return (rows.length === 1 && columns.length === 1 ? lines : [header, ...lines]).join('\n')
}
