import type { GridState } from './grid-state.svelte.ts'

/** A part of the frame around the selected cells, in px from the body's corner. */
export interface FramePart {
  /** It lies over columns that stay while the others are scrolled. */
  readonly stuck: boolean
  readonly top: number
  readonly height: number
  readonly left: number
  readonly width: number
  /** The frame goes on at its left or right in the other part. */
  readonly openAt: 'left' | 'right' | undefined
  /** How much of its left lies under the columns that stay. */
  readonly cut: number
}

/**
 * The selected cells' frame, cut to the rows that are drawn, since it would be taller than what can be laid out: a part
 * over the columns that stay and one over the others.
 */
export function selectionFrame<Row>(grid: GridState<Row>): readonly FramePart[] {
  const { rows, columns } = grid.selection
  const [span] = rows
  if (!span || !columns) return []
  const drawn = grid.slots.map((slot) => slot.index)
  const first = Math.max(span.first, Math.min(...drawn) - 1)
  const last = Math.min(span.last, Math.max(...drawn) + 1)
  if (last < first) return []
  const rowsPart = {
    top: first * grid.rowHeight - grid.offset,
    height: (last - first + 1) * grid.rowHeight,
  }
  const parts = [
    [columns.first, Math.min(columns.last, grid.stuck - 1), true],
    [Math.max(columns.first, grid.stuck), columns.last, false],
  ] as const
  const isSplit = columns.first < grid.stuck && columns.last >= grid.stuck
  return parts.flatMap(([fromAt, toAt, stuck]) => {
    const [from, to] = [grid.columns[fromAt], grid.columns[toAt]]
    if (fromAt > toAt || !from || !to) return []
    const openAt = isSplit ? (stuck ? 'right' : 'left') : undefined
    const cut = stuck ? 0 : grid.hiddenFrom(from.left)
    return [{ ...rowsPart, stuck, left: from.left, width: to.left + to.width - from.left, openAt, cut }]
  })
}
