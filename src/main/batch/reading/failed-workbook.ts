import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { longestText } from '../../files/xlsx/sheet.ts'
import { xlsxBytes } from '../../files/xlsx/workbook.ts'
import type { ReportForm } from './report.ts'
import type { ReportedRow } from './reported-rows.ts'

/** Rows of a sheet under its header ("Excel specifications and limits"). */
const mostRows = 1_048_575

/** In characters: a cell of the file, and the reason in the last column. */
const width = 18
const reasonWidth = 80

/**
 * The rows as one sheet of texts, which imports again as the file did. A text that a cell of Excel can't hold is left
 * empty, and the row's reason says so.
 * @throws Fault `usage` for more rows than a sheet holds
 */
export async function* workbookChunks(
  { columns, lineOf }: ReportForm,
  pages: AsyncIterable<readonly ReportedRow[]>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const rows: string[][] = []
  for await (const page of pages) {
    for (const row of page) rows.push(cellsOf(lineOf(row).map(String), columns))
    if (rows.length > mostRows) throw new Fault('usage', { reason: m.batch_report_too_long() })
  }
  const last = columns.length - 1
  const sheetColumns = columns.map((header, at) => ({
    header,
    width: at === last ? reasonWidth : width,
    text: true,
  }))
  yield await xlsxBytes([{ name: m.tables_template_rows(), columns: sheetColumns, rows }])
}

function cellsOf(cells: readonly string[], columns: readonly string[]): string[] {
  const tooLong = columns.filter((_, at) => (cells[at]?.length ?? 0) > longestText)
  const kept = cells.map((cell) => (cell.length > longestText ? '' : cell))
  if (tooLong.length === 0) return kept
  const reason = kept.pop() ?? ''
  return [...kept, `${reason} ${m.batch_report_long_cell({ columns: tooLong.join(', ') })}`.trim()]
}
