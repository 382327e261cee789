import type { GridState } from './grid-state.svelte.ts'

/** Position of the frame around the selected cells, in px from the body's corner. */
interface Frame {
  readonly top: number
  readonly height: number
  readonly left: number
  readonly width: number
}

/** The selected cells' frame, cut to the rows that are drawn: it would be taller than what can be laid out. */
export function selectionFrame<Row>(grid: GridState<Row>): Frame | undefined {
  const { rows, columns } = grid.selection
  const [span] = rows
  const from = columns && grid.columns[columns.first]
  const to = columns && grid.columns[columns.last]
  if (!span || !from || !to) return undefined
  const drawn = grid.slots.map((slot) => slot.index)
  const first = Math.max(span.first, Math.min(...drawn) - 1)
  const last = Math.min(span.last, Math.max(...drawn) + 1)
  if (last < first) return undefined
  const top = first * grid.rowHeight - grid.offset
  const height = (last - first + 1) * grid.rowHeight
  return { top, height, left: from.left, width: to.left + to.width - from.left }
}
