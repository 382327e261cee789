import { unguardText } from '#shared/files/spreadsheet-text.ts'
import type { EditedCell } from './cell-editing.ts'
import type { GridColumn } from './columns.ts'
import type { GridState } from './grid-state.svelte.ts'
import type { Span } from './selection.ts'

/**
 * The cells of tab-separated text; a quoted cell may hold tabs, line ends and doubled quotes. What a copy guards against being
 * run as a formula is the text itself again.
 */
export function readTsv(text: string): string[][] {
  const rows: string[][] = []
  const cells = /[\t\n](?:"((?:[^"]|"")*)"(?=[\t\n]|$)|([^\t\n]*))/g
  const plain = text.replace(/\r\n?/g, '\n').replace(/\n$/, '')
  if (plain === '') return []
  for (const match of `\n${plain}`.matchAll(cells)) {
    if (match[0].startsWith('\n')) rows.push([])
    rows.at(-1)?.push(unguardText(match[1]?.replaceAll('""', '"') ?? match[2] ?? ''))
  }
  return rows
}

/** Cells that a pasted block fills. */
export interface PastedCells<Row> {
  readonly cells: readonly EditedCell<Row>[]
  /** Cells of the block for which there is no row or no column any more. */
  readonly outside: number
}

/**
 * Cells that a pasted block fills: from the first selected cell on, or, for a block of one line or one cell, each
 * selected row. A first line of nothing but titles of columns, as copying writes it, is left out, wherever it is
 * pasted. `unread` if not every row could be read: the lines of the block would go to other rows than theirs.
 */
export async function pastedCells<Row>(
  grid: GridState<Row>,
  block: readonly (readonly string[])[],
  most: number,
): Promise<PastedCells<Row> | 'too-many' | 'unread'> {
  const { selection, columns } = grid
  const start = selection.columns?.first ?? selection.active.column
  const lines = isTitled(block, grid.described) ? block.slice(1) : block
  const spans = lines.length === 1 ? selection.rows : spansFrom(selection.rows[0], lines.length, grid)
  const ids = columns.slice(start).map(({ id }) => id)
  const wide = widthOf(lines, selection.columns)
  // The lines of a block go to rows that are seen.
  const isOne = lines.length === 1
  const count = grid.countIn(spans, isOne)
  if (count * wide > most) return 'too-many'
  const rows = await grid.rowsIn(spans, isOne)
  if (rows.length < count) return 'unread'
  const cells = rows.flatMap((row, at) => {
    const line = lines[isOne ? 0 : at] ?? []
    return Array.from({ length: wide }, (_, place) => {
      const column = ids[place]
      const text = line.length === 1 ? line[0] : line[place]
      return column === undefined || text === undefined ? [] : [{ row, column, text }]
    }).flat()
  })
  const isPlaced = selection.rows.length > 0
  return { cells, outside: isPlaced ? outsideOf(lines, rows.length, ids.length) : 0 }
}

/** True if a block begins with titles of columns, as one that was copied in this list does. */
function isTitled(
  [head = [], ...others]: readonly (readonly string[])[],
  columns: readonly GridColumn<never>[],
): boolean {
  const titles = new Set(columns.map(({ title, copyTitle }) => copyTitle ?? title))
  const own = head.filter((cell) => titles.delete(cell))
  return others.length > 0 && own.length > 0 && own.length === head.length
}

/** Number of cells of the block that lie below the last row or right of the last column. */
function outsideOf(lines: readonly (readonly string[])[], rows: number, columns: number): number {
  if (lines.length === 1) return rows * Math.max(0, (lines[0]?.length ?? 0) - columns)
  return lines.reduce((sum, { length }, at) => sum + (at < rows ? Math.max(0, length - columns) : length), 0)
}

/** One cell fills the selected columns; anything else is as wide as it is. */
const widthOf = (lines: readonly (readonly string[])[], columns: Span | null): number => {
  const widest = lines.reduce((most, { length }) => Math.max(most, length), 0)
  return widest === 1 && columns ? columns.last - columns.first + 1 : widest
}

function spansFrom<Row>(from: Span | undefined, rows: number, grid: GridState<Row>): readonly Span[] {
  if (!from || grid.source.count === 0) return []
  return [{ first: from.first, last: Math.min(from.first + rows, grid.source.count) - 1 }]
}
