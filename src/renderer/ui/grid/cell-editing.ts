/** A text for a cell, named by its row and the id of its column. */
export interface EditedCell<Row> {
  readonly row: Row
  readonly column: string
  readonly text: string
}

/** Cells of a pasted block, or to be filled, of which nothing becomes an edit. */
export interface LeftOut {
  /** Below the last row or right of the last column. */
  readonly outside: number
  /** In cells that can't be edited. */
  readonly fixed: number
  /** Without text, which change nothing. */
  readonly blank: number
}

/** Texts that were refused: a grid that went with its page can't show them. */
export interface RefusedCells<Row> {
  readonly textOf: (row: Row, column: string) => string | undefined
  /** The cell is gone from the screen: says that its text was refused, and why. */
  readonly say: (row: Row, problem: string) => void
  readonly forget: (row: Row, column: string) => void
}

/** Editing of the cells of a grid. What the texts mean and where they go is the page's. */
export interface CellEditing<Row> {
  /** The text that editing begins with; undefined if the cell can't be edited. */
  readonly textOf: (row: Row, column: string) => string | undefined
  /** The text that a cell gets if it is filled from another row's; undefined if it can't be. Absent, that row's own text. */
  readonly fillText?: (from: Row, to: Row, column: string) => string | undefined
  /** A cell may be emptied: no text is a value too. Absent, an emptied cell drops its edit. */
  readonly takesBlank?: boolean
  /** True if the row is in the list no longer, because of what was put: then the next one has its place. */
  readonly hasLeft?: (row: Row) => boolean
  /** Takes what was typed into a cell. @returns what is wrong with it, in words, or undefined */
  readonly put: (cell: EditedCell<Row>) => Promise<string | undefined>
  /** Absent, a text that is refused stays for as long as its cell is on the screen. */
  readonly refused?: RefusedCells<Row>
  /** Takes what was pasted, without what is left out of it, which is shown to the person. */
  readonly paste: (cells: readonly EditedCell<Row>[], leftOut: LeftOut) => void
  /** Takes what cells were filled with, as `paste` does. Absent, none can be filled. */
  readonly fill?: (cells: readonly EditedCell<Row>[], leftOut: LeftOut) => void
  /** Says why a cell can't be edited. Absent, the list's own words say that it can't. */
  readonly fixedWords?: () => string
  /** More cells are to be changed than can be at once. */
  readonly tooMany: (most: number) => void
  /** Not every row that is concerned could be read: nothing was changed. */
  readonly unread: () => void
  /** Drops the edits of these cells; `columns` null stands for all. */
  readonly drop: (rows: readonly Row[], columns: readonly string[] | null) => void
  readonly undo: () => void
  readonly redo: () => void
}
