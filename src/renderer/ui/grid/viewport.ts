/** Rows and columns that are on the screen. All distances in px. */

/** Half open: `first` to `end`, without `end`. */
export interface Range {
  readonly first: number
  readonly end: number
}

interface Room {
  readonly count: number
  readonly rowHeight: number
  /** Height that shows rows. */
  readonly height: number
}

/** Rows on the screen and `overscan` (1 or more) on each side, as many at every scroll position. */
export function visibleRows(room: Room, top: number, overscan: number): Range {
  const size = Math.min(room.count, Math.ceil(room.height / room.rowHeight) + 2 * overscan)
  const first = Math.floor(top / room.rowHeight) - overscan
  const bounded = Math.max(0, Math.min(first, room.count - size))
  return { first: bounded, end: bounded + size }
}

/** Columns that show at least one px of themselves. */
export function visibleColumns(
  columns: readonly { readonly left: number; readonly width: number }[],
  scrollLeft: number,
  width: number,
): Range {
  const first = columns.findIndex((column) => column.left + column.width > scrollLeft)
  if (first < 0) return { first: 0, end: 0 }
  const end = columns.findIndex((column) => column.left >= scrollLeft + width)
  return { first, end: end < 0 ? columns.length : end }
}

/** The scroll offset at which a span is wholly seen, moving no further than needed. */
export function reveal(offset: number, viewSize: number, start: number, size: number): number {
  if (start < offset) return start
  if (start + size > offset + viewSize) return Math.max(0, start + size - viewSize)
  return offset
}
