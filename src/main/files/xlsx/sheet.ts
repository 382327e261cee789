/** A cell: a text, a number, or nothing. */
export type SheetCell = string | number | null

/** Cells of another sheet from which the cells of a column are chosen. */
export interface ColumnChoice {
  /** A formula of Excel that names the cells, for the first row under the header. */
  readonly source: string
  /** Refuses everything else; without it, other values may be typed. */
  readonly only?: boolean
}

export interface SheetColumn {
  readonly header: string
  /** In characters. */
  readonly width: number
  /** Its cells are texts, whatever is typed: no number loses its zeros, and nothing is a formula. */
  readonly text?: boolean
  readonly choice?: ColumnChoice
  /** Shown next to a chosen cell. */
  readonly hint?: string
}

export interface Sheet {
  readonly name: string
  readonly hidden?: boolean
  readonly columns: readonly SheetColumn[]
  /** They are read once, as they are written. */
  readonly rows: Iterable<readonly SheetCell[]> | AsyncIterable<readonly SheetCell[]>
}

/** Characters that a cell of Excel holds at most ("Excel specifications and limits"). */
export const longestText = 32_767

/** The letters of a column, counted from 0: A, B, … Z, AA. */
export const columnLetters = (column: number): string =>
  (column < 26 ? '' : columnLetters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))
