/** From `first` to `last`, both included. */
export interface Span {
  readonly first: number
  readonly last: number
}

export interface Cell {
  readonly row: number
  readonly column: number
}

/**
 * Selection: spans of rows, in order and apart from one another, and of each row all columns (null) or a span.
 * `anchor` is where the selecting began, `active` the cell that the keys move.
 */
export interface Selection {
  readonly rows: readonly Span[]
  readonly columns: Span | null
  readonly anchor: Cell
  readonly active: Cell
}

const span = (a: number, b: number): Span => ({ first: Math.min(a, b), last: Math.max(a, b) })

export const nothingSelected: Selection = {
  rows: [],
  columns: null,
  anchor: { row: 0, column: 0 },
  active: { row: 0, column: 0 },
}

/** One row, whole. */
export const selectCell = (cell: Cell): Selection => ({
  rows: [span(cell.row, cell.row)],
  columns: null,
  anchor: cell,
  active: cell,
})

/** From the anchor to here. `across` selects cells from column to column; without it, whole rows stay whole rows. */
export function extendTo(selection: Selection, cell: Cell, across: boolean): Selection {
  const { anchor } = selection
  const columns = across || selection.columns ? span(anchor.column, cell.column) : null
  return { rows: [span(anchor.row, cell.row)], columns, anchor, active: cell }
}

/** Ctrl-click: takes a row in, or out. */
export function toggleRow(selection: Selection, cell: Cell): Selection {
  const rows = isSelected(selection, cell.row)
    ? selection.rows.flatMap((part) => without(part, cell.row))
    : joined([...selection.rows, span(cell.row, cell.row)])
  return { rows, columns: null, anchor: cell, active: cell }
}

/** Takes all of these rows in, or, if they are, out. */
export function toggleSpan(selection: Selection, { first, last }: Span, cell: Cell): Selection {
  const apart = selection.rows.flatMap((part) => [
    ...(part.first < first ? [{ first: part.first, last: Math.min(part.last, first - 1) }] : []),
    ...(part.last > last ? [{ first: Math.max(part.first, last + 1), last: part.last }] : []),
  ])
  const isWhole = selectedCount(selection) - selectedCount({ rows: apart }) === last - first + 1
  return {
    rows: isWhole ? apart : joined([...apart, { first, last }]),
    columns: null,
    anchor: cell,
    active: cell,
  }
}

/** A row's check was clicked with Shift: all from the anchor to here are selected too. */
export function checkTo(selection: Selection, cell: Cell): Selection {
  const { anchor } = selection
  const rows = joined([...selection.rows, span(anchor.row, cell.row)])
  return { rows, columns: null, anchor, active: cell }
}

/** State of the check for all rows, by the selection. */
export function checkedOf(selection: Selection, count: number): boolean | 'mixed' {
  const selected = selectedCount(selection)
  return selected === 0 ? false : selected < count ? 'mixed' : true
}

export function selectAll(selection: Selection, count: number): Selection {
  return count === 0 ? nothingSelected : { ...selection, rows: [span(0, count - 1)], columns: null }
}

/** By halving: after a sort, the rows of a long selection may be in tens of thousands of spans. */
export function isSelected({ rows }: Selection, row: number): boolean {
  let low = 0
  let high = rows.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const part = rows[middle]
    if (!part || (part.first <= row && row <= part.last)) return part !== undefined
    if (row < part.first) high = middle - 1
    else low = middle + 1
  }
  return false
}

/** Number of rows that are selected. */
export const selectedCount = ({ rows }: Pick<Selection, 'rows'>): number =>
  rows.reduce((sum, { first, last }) => sum + last - first + 1, 0)

/** The same selection after the rows became fewer. */
export function clampSelection(selection: Selection, count: number, columns: number): Selection {
  const within = ({ row, column }: Cell): Cell => ({
    row: Math.max(0, Math.min(row, count - 1)),
    column: Math.max(0, Math.min(column, columns - 1)),
  })
  return {
    rows: selection.rows
      .filter(({ first }) => first < count)
      .map(({ first, last }) => span(first, Math.min(last, count - 1))),
    columns: selection.columns && selection.columns.last < columns ? selection.columns : null,
    anchor: within(selection.anchor),
    active: within(selection.active),
  }
}

/**
 * The same rows selected after they changed places; a row that is gone is no longer selected. If that was the active one,
 * the first that is still selected becomes it. A range of cells whose rows are apart now is one of whole rows, as it is
 * shown: a frame surrounds neighbours alone.
 */
export function followRows(selection: Selection, placeOf: (row: number) => number | null): Selection {
  const places = new Float64Array(selectedCount(selection))
  let count = 0
  for (const { first, last } of selection.rows)
    for (let row = first; row <= last; row++) {
      const place = placeOf(row)
      if (place !== null) places[count++] = place
    }
  const left = spansOf(places.subarray(0, count).sort())
  const follow = (cell: Cell): Cell => ({ ...cell, row: placeOf(cell.row) ?? left[0]?.first ?? cell.row })
  return {
    ...selection,
    rows: left,
    columns: left.length > 1 ? null : selection.columns,
    anchor: follow(selection.anchor),
    active: follow(selection.active),
  }
}

/** The spans of these rows, which are in order. */
function spansOf(rows: Float64Array): readonly Span[] {
  const spans: Span[] = []
  for (let at = 0; at < rows.length;) {
    const first = rows[at] ?? 0
    let last = first
    while (rows[++at] === last + 1) last++
    spans.push({ first, last })
  }
  return spans
}

function without({ first, last }: Span, row: number): readonly Span[] {
  if (row < first || row > last) return [{ first, last }]
  return [
    ...(row > first ? [{ first, last: row - 1 }] : []),
    ...(row < last ? [{ first: row + 1, last }] : []),
  ]
}

function joined(spans: readonly Span[]): readonly Span[] {
  const result: Span[] = []
  for (const next of spans.toSorted((a, b) => a.first - b.first)) {
    const previous = result.at(-1)
    if (previous && next.first <= previous.last + 1) {
      result[result.length - 1] = { first: previous.first, last: Math.max(previous.last, next.last) }
    } else result.push(next)
  }
  return result
}
