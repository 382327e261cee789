/** The positions of rows and columns, and which of them are on the screen. All distances in px. */

/**
 * The tallest a scrolled body is made. Chromium lays out some 33 million px, but positions are single floats, exact to
 * the px only up to 2^24. Beyond this height the body is scaled.
 */
export const tallest = 15_000_000

/** Half open: `first` to `end`, without `end`. */
export interface Range {
  readonly first: number
  readonly end: number
}

export const bodyHeight = (count: number, rowHeight: number): number => Math.min(tallest, count * rowHeight)

/** The scroll position: `scrollTop` is the scroller's, `top` that in the unscaled body. */
export interface Position {
  readonly scrollTop: number
  readonly top: number
}

interface Room {
  readonly count: number
  readonly rowHeight: number
  /** Height that shows rows. */
  readonly height: number
}

const lastTop = ({ count, rowHeight, height }: Room): number => Math.max(0, count * rowHeight - height)
const lastScrollTop = ({ count, rowHeight, height }: Room): number =>
  Math.max(0, bodyHeight(count, rowHeight) - height)

/**
 * The position after the scroller came to `scrollTop`. In a scaled body a short way (wheel, keys) moves the rows by as
 * many px. A long way (the bar) moves them by its share of the whole. Both ends are always reached.
 */
export function scrolledTo(room: Room, from: Position, scrollTop: number): Position {
  const end = lastTop(room)
  const scrollEnd = lastScrollTop(room)
  if (end === scrollEnd) return { scrollTop, top: scrollTop }
  if (scrollTop <= 0) return { scrollTop, top: 0 }
  if (scrollTop >= scrollEnd) return { scrollTop, top: end }
  const way = scrollTop - from.scrollTop
  const top = Math.abs(way) <= room.height ? from.top + way : (scrollTop / scrollEnd) * end
  return { scrollTop, top: Math.min(end, Math.max(0, top)) }
}

/** The position that shows `top` of the unscaled body. */
export function positionOf(room: Room, top: number): Position {
  const end = lastTop(room)
  const bounded = Math.min(end, Math.max(0, top))
  return { top: bounded, scrollTop: end === 0 ? 0 : (bounded / end) * lastScrollTop(room) }
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
