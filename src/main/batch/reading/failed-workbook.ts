import { mappedPages, rowsOf } from '../../files/row-pages.ts'
import { rowsWorkbook } from '../../files/xlsx/rows-workbook.ts'
import type { ReportForm } from './report.ts'
import type { ReportedRow } from './reported-rows.ts'

/** The rows as a workbook in pieces. @throws Fault `usage` for more rows than a sheet holds */
export function workbookChunks(
  { columns, lineOf }: ReportForm,
  pages: AsyncIterable<readonly ReportedRow[]>,
): AsyncGenerator<Uint8Array> {
  return rowsWorkbook(columns, rowsOf(mappedPages(pages, (row) => lineOf(row).map(String))))
}
