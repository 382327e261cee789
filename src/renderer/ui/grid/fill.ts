import type { CellEditing, EditedCell } from './cell-editing.ts'
import type { GridState } from './grid-state.svelte.ts'
import { selectedCount, type Span } from './selection.ts'

/** From one row into others, in the same columns. */
export interface Fill {
  readonly from: number
  readonly into: readonly Span[]
  /** Ids of the columns. */
  readonly columns: readonly string[]
}

/**
 * Cells that Ctrl+D fills: the selected cells below the first, or a single one from the row above it; undefined if
 * there is none.
 */
export function fillDown<Row>(grid: GridState<Row>): Fill | undefined {
  const { selection, columns } = grid
  const { rows, active } = selection
  const [top, ...others] = rows
  if (!top) return undefined
  // Of a group that is selected with its head, the first row is the one below that.
  const first = grid.headAt(top.first) && top.last > top.first ? { ...top, first: top.first + 1 } : top
  const chosen = selection.columns ?? { first: active.column, last: active.column }
  const ids = columns.slice(chosen.first, chosen.last + 1).map(({ id }) => id)
  if (selectedCount(selection) === 1)
    return first.first === 0 || grid.headAt(first.first - 1)
      ? undefined
      : { from: first.first - 1, into: rows, columns: ids }
  const below = first.last > first.first ? [{ first: first.first + 1, last: first.last }] : []
  return { from: first.first, into: [...below, ...others], columns: ids }
}

/** Cells that the handle of the active cell fills if it is dragged to a row; undefined if that is the cell's own. */
export function fillTo<Row>({ selection, columns }: GridState<Row>, row: number): Fill | undefined {
  const { active } = selection
  const column = columns[active.column]
  if (!column || row === active.row) return undefined
  const span = row > active.row ? { first: active.row + 1, last: row } : { first: row, last: active.row - 1 }
  return { from: active.row, into: [span], columns: [column.id] }
}

/** The cells that are filled, and how many are left out. */
interface Filled<Row> {
  readonly cells: readonly EditedCell<Row>[]
  /** In cells that can't be edited, or not to this value. */
  readonly fixed: number
  /** Cells whose source has no text. */
  readonly blank: number
}

/** Reads the rows of a fill. `unread` if not every one could be read, `too-many` if it has more cells than `most`. */
export async function filledCells<Row>(
  grid: GridState<Row>,
  { from, into, columns }: Fill,
  { textOf, fillText }: Pick<CellEditing<Row>, 'textOf' | 'fillText'>,
  most: number,
): Promise<Filled<Row> | 'too-many' | 'unread'> {
  const count = grid.countIn(into, false)
  if (count * columns.length > most) return 'too-many'
  const [first, ...rows] = await grid.rowsIn([{ first: from, last: from }, ...into], false)
  if (first === undefined || rows.length < count) return 'unread'
  const cells: EditedCell<Row>[] = []
  let fixed = 0
  let blank = 0
  for (const column of columns)
    for (const row of rows) {
      const isFixed = textOf(row, column) === undefined
      const text = isFixed ? undefined : (fillText ?? ((one, _, id) => textOf(one, id)))(first, row, column)
      if (text === undefined) fixed++
      else if (text.trim() === '') blank++
      else cells.push({ row, column, text })
    }
  return { cells, fixed, blank }
}
