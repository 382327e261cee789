import type { GridState } from './grid-state.svelte.ts'
import { guardText } from '#shared/files/spreadsheet-text.ts'
import type { GridColumn } from './columns.ts'

/**
 * Puts what is selected into the clipboard as tab-separated text, and answers how many rows that were. Rows that are
 * all loaded go into the copy event itself, which needs no permission. Others are fetched first, and by then the event
 * is over.
 */
export async function copySelection<Row>(grid: GridState<Row>, event: DataTransfer | null): Promise<number> {
  const { rows: spans, columns: chosen } = grid.selection
  const columns = chosen ? grid.columns.slice(chosen.first, chosen.last + 1) : grid.columns
  const loaded = loadedRows(grid)
  if (loaded && event) {
    event.setData('text/plain', toTsv(loaded, columns))
    return loaded.length
  }
  try {
    const rows = await grid.rowsIn(spans)
    await navigator.clipboard.writeText(toTsv(rows, columns))
    return rows.length
  } catch {
    return 0
  }
}

/** Puts the active cell into the clipboard, without a header; false if the clipboard refused. */
export async function copyCell<Row>(
  { selection, columns, source }: GridState<Row>,
  event: DataTransfer | null = null,
): Promise<boolean> {
  const row = source.rowAt(selection.active.row)
  const column = columns[selection.active.column]
  if (row === undefined || !column) return false
  const text = toTsv([row], [column])
  try {
    if (event) event.setData('text/plain', text)
    else await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** More than this is not asked for row by row in the event's own turn. */
const atOnce = 2000

function loadedRows<Row>({ selection, source }: GridState<Row>): readonly Row[] | undefined {
  const rows: Row[] = []
  for (const { first, last } of selection.rows) {
    for (let index = first; index <= last; index++) {
      const row = source.rowAt(index)
      if (row === undefined || rows.length === atOnce) return undefined
      rows.push(row)
    }
  }
  return rows
}

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
