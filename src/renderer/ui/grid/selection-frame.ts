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
  /** Width at its left that lies under the columns that stay. */
  readonly cut: number
}

const none: readonly FramePart[] = []

/**
 * Frame of the selected cells, cut to the rows that are near, since a whole one would be taller than can be laid out.
 * One part lies over the frozen columns and one over the others.
 */
export function selectionFrame<Row>(grid: GridState<Row>): readonly FramePart[] {
  const { near, selection } = grid
  const { columns } = selection
  const first = Math.max(selection.rows[0]?.first ?? 0, near.first)
  const last = Math.min(selection.rows[0]?.last ?? -1, near.end - 1)
  if (!columns || last < first) return none
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
