import { requireSheetHolds, rowsWorkbook } from '../../files/xlsx/rows-workbook.ts'
import type { ReportForm } from './report.ts'
import type { ReportedRow } from './reported-rows.ts'

/** The rows as a workbook. @throws Fault `usage` for more rows than a sheet holds */
export async function* workbookChunks(
  { columns, lineOf }: ReportForm,
  pages: AsyncIterable<readonly ReportedRow[]>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const rows: string[][] = []
  for await (const page of pages) {
    for (const row of page) rows.push(lineOf(row).map(String))
    requireSheetHolds(rows.length)
  }
  yield await rowsWorkbook(columns, rows)
}
