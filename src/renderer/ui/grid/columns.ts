import type { Tone } from '../tone.ts'
import type { KeyedList, RowMove } from './row-moves.ts'

/** A bar in a cell before its text. */
export interface Gauge {
  /** Filled share, 0 to 1. */
  readonly share: number
  /** Its colour: that of a low, a middle or a high price; `few` is dotted, because there is too little to go by. */
  readonly look: 'low' | 'mid' | 'high' | 'few'
}

/** A column as its page describes it. Everything that a cell shows starts as text: sorting, copying and reading aloud need it. */
export interface GridColumn<Row> {
  readonly id: string
  readonly title: string
  /** Width in px before the person changes it. */
  readonly width: number
  readonly align?: 'start' | 'end' | 'center'
  /** A click on the header sorts by it. */
  readonly sortable?: boolean
  /** Takes the width that the others leave, as long as no person gave it one. */
  readonly grows?: boolean
  /** Not shown until it is chosen. */
  readonly hidden?: boolean
  /** Stays at the left edge until it is unpinned. */
  readonly pinned?: boolean
  readonly text: (row: Row) => string
  /** Text that Ctrl+C takes, if it differs from what is shown: plain digits instead of a sum with its sign. */
  readonly copy?: (row: Row) => string
  /** The header of copied cells, if it differs from the title: with the unit of what is copied. */
  readonly copyTitle?: string
  readonly tone?: (row: Row) => Tone | undefined
  /** The value that an edit replaces: struck through before the text if both fit, and read aloud after it. */
  readonly replaced?: (row: Row) => string | undefined
  /** The text itself is such a value. */
  readonly struck?: (row: Row) => boolean
  /** The cell is a chip of its tone: a state in words. */
  readonly chip?: boolean
  /** The address of a small picture that the cell shows, '' without one. */
  readonly picture?: (row: Row) => string
  /** A bar before the text, with a tick at its middle. */
  readonly gauge?: (row: Row) => Gauge | undefined
  /** Counts that are drawn as a line before the text, the oldest first. */
  readonly spark?: (row: Row) => readonly number[] | undefined
  /** Its texts may have several lines. */
  readonly long?: boolean
  /** The tooltip of a cell, such as why its value can't be taken. */
  readonly tip?: (row: Row) => string | undefined
}

/** Why a row has a colour of its own. */
export interface RowMark {
  /** The class that gives it. */
  readonly look: string
  /** They stand in the row too: the colour is never alone. */
  readonly words: string
}

export interface SortKey {
  readonly column: string
  readonly descending: boolean
}

/** Rows for the grid, which reads only those on the screen. */
export interface GridSource<Row> extends KeyedList {
  /** The row, or undefined while it is loading. Reactive if rows come later. */
  rowAt(index: number): Row | undefined
  /** These rows are on the screen now: `first` to `end` without `end`. */
  want?(first: number, end: number): void
  /** Reports where rows went when they last changed places; a source that is another object is compared by its keys. */
  readonly moved?: RowMove | null
  /** Rows for copying, loaded if they aren't yet. */
  rows(first: number, end: number): Promise<readonly Row[]>
}

/** A source over rows that are all there. */
export function listSource<Row>(list: readonly Row[], key: (row: Row) => string | number): GridSource<Row> {
  return {
    count: list.length,
    rowAt: (index) => list[index],
    rowKey: (index) => {
      const row = list[index]
      return row === undefined ? index : key(row)
    },
    rows: (first, end) => Promise.resolve(list.slice(first, end)),
  }
}

/** Arrangement of the columns by a person; what it doesn't name is as its page describes it. */
export interface Arrangement {
  readonly order: readonly string[]
  readonly widths: Readonly<Record<string, number>>
  readonly hidden: readonly string[]
  /** Columns that come first and stay while the others are scrolled. */
  readonly pinned: readonly string[]
}

export interface PlacedColumn<Row> extends GridColumn<Row> {
  readonly left: number
  /** Its place among the shown columns. */
  readonly index: number
  readonly pinned: boolean
  /** It is pinned, and there is room for it. */
  readonly stuck?: boolean
}

/** The room for the checks of rows, px. */
export const checkWidth = 34
export const leastWidth = 40
export const mostWidth = 1200

/** The arrangement that its page describes. */
export const plainArrangement = (columns: readonly GridColumn<never>[]): Arrangement => ({
  order: columns.map((column) => column.id),
  widths: {},
  hidden: columns.filter((column) => column.hidden).map((column) => column.id),
  pinned: columns.filter((column) => column.pinned).map((column) => column.id),
})

/**
 * Reads a kept arrangement, perhaps of an older version or not ours at all. Unknown columns are dropped, new ones get
 * the place that their page gives them.
 */
export function restoreArrangement(kept: unknown, columns: readonly GridColumn<never>[]): Arrangement {
  const plain = plainArrangement(columns)
  if (typeof kept !== 'object' || kept === null) return plain
  const { order, widths, hidden, pinned } = kept as Partial<Record<keyof Arrangement, unknown>>
  const known = (id: unknown): id is string => typeof id === 'string' && plain.order.includes(id)
  const keptOrder = Array.isArray(order) ? [...new Set(order.filter(known))] : []
  const isNew = (id: string): boolean => !keptOrder.includes(id)
  const merged = [...keptOrder]
  plain.order.forEach((id, index) => isNew(id) && merged.splice(index, 0, id))
  return {
    order: merged,
    widths: restoreWidths(widths, plain.order),
    hidden: Array.isArray(hidden)
      ? [...hidden.filter(known), ...plain.hidden.filter((id) => isNew(id))]
      : plain.hidden,
    pinned: Array.isArray(pinned)
      ? [...pinned.filter(known), ...plain.pinned.filter((id) => isNew(id))]
      : plain.pinned,
  }
}

/**
 * Arrangement with the saved state of columns that the page lacks now, because the account has nothing in them: once
 * they return they are as a person left them.
 */
export function withAbsent(
  arrangement: Arrangement,
  kept: unknown,
  columns: readonly GridColumn<never>[],
): Arrangement {
  const { order, widths, hidden, pinned } = (kept ?? {}) as Partial<Record<keyof Arrangement, unknown>>
  const keptOrder = idsIn(order)
  const absent = keptOrder.filter((id) => !columns.some((column) => column.id === id))
  const isAbsent = (id: string): boolean => absent.includes(id)
  const merged = [...arrangement.order]
  for (const id of absent)
    merged.splice(merged.indexOf(keptOrder[keptOrder.indexOf(id) - 1] ?? '') + 1, 0, id)
  return {
    order: merged,
    widths: { ...restoreWidths(widths, absent), ...arrangement.widths },
    hidden: [...arrangement.hidden, ...idsIn(hidden).filter(isAbsent)],
    pinned: [...arrangement.pinned, ...idsIn(pinned).filter(isAbsent)],
  }
}

const idsIn = (kept: unknown): readonly string[] =>
  Array.isArray(kept) ? [...new Set(kept.filter((id) => typeof id === 'string'))] : []

function restoreWidths(kept: unknown, ids: readonly string[]): Record<string, number> {
  if (typeof kept !== 'object' || kept === null) return {}
  const isWidth = (entry: [string, unknown]): entry is [string, number] =>
    ids.includes(entry[0]) && typeof entry[1] === 'number' && entry[1] >= leastWidth && entry[1] <= mostWidth
  return Object.fromEntries(Object.entries(kept).filter(isWidth))
}

/**
 * The columns that are shown, left to right, the pinned ones first, each with its distance from the left edge.
 * @param from where the first begins, px
 * @param room where the last may end, px: what is free goes to the column that grows
 */
export function placeColumns<Row>(
  columns: readonly GridColumn<Row>[],
  arrangement: Arrangement,
  from = 0,
  room = 0,
): readonly PlacedColumn<Row>[] {
  const byId = new Map(columns.map((column) => [column.id, column]))
  const { widths } = arrangement
  const shown = pinnedFirst(arrangement).flatMap((id) =>
    arrangement.hidden.includes(id) ? [] : (byId.get(id) ?? []),
  )
  const taken = shown.reduce((sum, { id, width }) => sum + (widths[id] ?? width), from)
  const growing = shown.find(({ id, grows }) => grows === true && widths[id] === undefined)
  const free = Math.max(0, room - taken)
  let left = from
  return shown.map((column, index) => {
    const { id } = column
    const width = (widths[id] ?? column.width) + (column === growing ? free : 0)
    const placed = { ...column, width, left, index, pinned: arrangement.pinned.includes(id) }
    left += width
    return placed
  })
}

const pinnedFirst = ({ order, pinned }: Arrangement): readonly string[] => [
  ...order.filter((id) => pinned.includes(id)),
  ...order.filter((id) => !pinned.includes(id)),
]

/** Room that pinned columns leave to the others, px. */
const scrolledRoom = 160

/**
 * Number of pinned columns that stay at the left edge of a grid so wide: not those that would leave no room to
 * scroll.
 */
export function stuckCount(columns: readonly PlacedColumn<never>[], width: number): number {
  const count = columns.findIndex(
    ({ pinned, left, width: own }) => !pinned || left + own > width - scrolledRoom,
  )
  return count < 0 ? columns.length : count
}

export function pinColumn(arrangement: Arrangement, id: string, yes: boolean): Arrangement {
  const others = arrangement.pinned.filter((other) => other !== id)
  return { ...arrangement, pinned: yes ? [...others, id] : others }
}

export function resizeColumn(arrangement: Arrangement, id: string, width: number): Arrangement {
  const bounded = Math.round(Math.min(mostWidth, Math.max(leastWidth, width)))
  return { ...arrangement, widths: { ...arrangement.widths, [id]: bounded } }
}

/**
 * Puts a column before another, or last if `before` is undefined. Among pinned columns it is pinned; a pinned one that
 * leaves them is not any more.
 */
export function moveColumn(arrangement: Arrangement, id: string, before: string | undefined): Arrangement {
  if (id === before) return arrangement
  const order = pinnedFirst(arrangement).filter((other) => other !== id)
  const at = before === undefined ? order.length : order.indexOf(before)
  order.splice(at < 0 ? order.length : at, 0, id)
  return { ...pinColumn(arrangement, id, isAmongPinned(order, id, arrangement)), order }
}

function isAmongPinned(order: readonly string[], id: string, { pinned, hidden }: Arrangement): boolean {
  const shown = order.filter((other) => other === id || !hidden.includes(other))
  const at = shown.indexOf(id)
  const isPinned = (place: number): boolean => pinned.includes(shown[place] ?? '')
  return isPinned(at + 1) || (pinned.includes(id) && (at === 0 || isPinned(at - 1)))
}

/** Shows or hides a column; the last one that is shown stays. */
export function toggleColumn(arrangement: Arrangement, id: string): Arrangement {
  if (arrangement.hidden.includes(id)) {
    return { ...arrangement, hidden: arrangement.hidden.filter((other) => other !== id) }
  }
  const shown = arrangement.order.length - arrangement.hidden.length
  return shown > 1 ? { ...arrangement, hidden: [...arrangement.hidden, id] } : arrangement
}

/**
 * The sort after a click on a header: up, down, off. With `adding` (Shift) the other keys stay, up to four as the
 * cache takes.
 */
export function nextSort(sort: readonly SortKey[], column: string, adding: boolean): readonly SortKey[] {
  const at = sort.findIndex((key) => key.column === column)
  const current = sort[at]
  const others = adding ? sort.filter((key) => key.column !== column) : []
  if (!current) return [...others, { column, descending: false }].slice(-4)
  if (current.descending) return others
  const turned = { column, descending: true }
  return adding ? sort.with(at, turned) : [turned]
}

/** The sort of a list by one column after a click on a header; undefined if it is off. */
export function sortOfOne<Column extends { readonly id: string }>(
  keys: readonly SortKey[],
  columns: readonly Column[],
): { readonly column: Column['id']; readonly descending: boolean } | undefined {
  const key = keys.at(-1)
  const column = columns.find(({ id }) => id === key?.column)
  return key && column && { column: column.id, descending: key.descending }
}
