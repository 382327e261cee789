import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { longestText } from './sheet.ts'
import { xlsxChunks } from './workbook.ts'

/** Rows of a sheet under its header ("Excel specifications and limits"). */
const mostRows = 1_048_575

/** In characters: a cell of the file, and the reason in the last column. */
const width = 18
const reasonWidth = 80

/**
 * Rows of a file with the reason in the last column, as one sheet of texts, in pieces, which imports again like the
 * file. A text that a cell of Excel can't hold is left empty, and the row's reason says so.
 * @throws Fault `usage` for more rows than a sheet holds
 */
export function rowsWorkbook(
  columns: readonly string[],
  rows: Iterable<readonly string[]> | AsyncIterable<readonly string[]>,
): AsyncGenerator<Uint8Array> {
  const last = columns.length - 1
  const sheetColumns = columns.map((header, at) => ({
    header,
    width: at === last ? reasonWidth : width,
    text: true,
  }))
  return xlsxChunks([{ name: m.word_adverts(), columns: sheetColumns, rows: sheetRows(columns, rows) }])
}

async function* sheetRows(columns: readonly string[], rows: Parameters<typeof rowsWorkbook>[1]) {
  let count = 0
  for await (const cells of rows) {
    count += 1
    if (count > mostRows) throw new Fault('usage', { reason: m.batch_report_too_long() })
    yield cellsOf(cells, columns)
  }
}

function cellsOf(cells: readonly string[], columns: readonly string[]): string[] {
  const tooLong = columns.filter((_, at) => (cells[at]?.length ?? 0) > longestText)
  const kept = cells.map((cell) => (cell.length > longestText ? '' : cell))
  if (tooLong.length === 0) return kept
  const reason = kept.pop() ?? ''
  return [...kept, `${reason} ${m.batch_report_long_cell({ columns: tooLong.join(', ') })}`.trim()]
}
