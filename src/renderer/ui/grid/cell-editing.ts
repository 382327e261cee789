/** A text for a cell, named by its row and the id of its column. */
export interface EditedCell<Row> {
  readonly row: Row
  readonly column: string
  readonly text: string
}

/** How the cells of a grid are edited. What the texts mean and where they go is the page's. */
export interface CellEditing<Row> {
  /** The text that editing begins with; undefined if the cell can't be edited. */
  readonly textOf: (row: Row, column: string) => string | undefined
  /** Takes what was typed into a cell. @returns what is wrong with it, in words, or undefined */
  readonly put: (cell: EditedCell<Row>) => Promise<string | undefined>
  /** Takes what was pasted; cells that can't be edited are not among them. */
  readonly paste: (cells: readonly EditedCell<Row>[]) => void
  /** The pasted block is larger than what can be taken at once. */
  readonly tooMany: (most: number) => void
  /** Drops the edits of these cells; `columns` null stands for all. */
  readonly drop: (rows: readonly Row[], columns: readonly string[] | null) => void
  readonly undo: () => void
  readonly redo: () => void
}
