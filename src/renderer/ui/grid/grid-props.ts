import type { Snippet } from 'svelte'
import type { MenuItem } from '../menu-item.ts'
import type { Tone } from '../tone.ts'
import type { CellEditing } from './cell-editing.ts'
import type { RowMark, SortKey } from './columns.ts'
import type { EditState } from './edit-state.svelte.ts'
import type { GridColumns, GridState } from './grid-state.svelte.ts'
import type { Slot } from './row-pool.svelte.ts'
import type { GridOptions } from './column-layout.svelte.ts'

/** The filter of a column, in its menu. */
export interface ColumnFilter {
  readonly has: (column: string) => boolean
  /** Draws it; `done` is to be called when it was applied. */
  readonly form: Snippet<[column: string, done: () => void]>
}

export interface GridProps<Row> extends GridOptions<Row> {
  /** Names the grid for assistive technology. */
  label: string
  sort?: readonly SortKey[]
  /** A header was clicked: sort by these now. The grid sorts nothing itself. */
  onsort?: (sort: readonly SortKey[]) => void
  /** Enter or double click. */
  onopen?: (row: Row, index: number) => void
  /** The active row changed, by key, pointer or new rows. `row` is undefined while it loads. */
  onactive?: (row: Row | undefined, index: number) => void
  /** Scrolling came to rest. */
  onrest?: () => void
  /** So many rows are in the clipboard now; 0 if the clipboard refused. */
  oncopied?: (rows: number) => void
  /** Filters in the menus of the columns. */
  columnFilter?: ColumnFilter
  /** Groups the rows by a column; undefined for one that they can't be grouped by. */
  grouping?: (column: string) => (() => void) | undefined
  /** More lines of the context menu of the rows. */
  more?: readonly MenuItem[]
  /** Editing of cells; absent, they are only shown. */
  editing?: CellEditing<Row> | undefined
  /** The row's own colour: a bar at its left edge; `head` for one that is the heading of those below it. */
  rowTone?: (row: Row) => Tone | 'head' | undefined
  /** The row's own ground, with the words for it. */
  rowMark?: (row: Row) => RowMark | undefined
  /** Looks of the cells of a column, by column id; the others show their text. */
  cells?: Readonly<Record<string, Snippet<[Row]>>>
  /** Shown instead of rows if there are none. */
  empty?: Snippet
  /** True before the first rows: bars are shown in place of rows, and `empty` is not shown yet. */
  loading?: boolean
}

/** Handle of a grid, for a page that has it by `bind:this`. */
export interface GridHandle {
  /** Selects this row, and scrolls it into view by default. */
  select: (index: number, reveal?: boolean) => void
  /**
   * Selects the cell of this row in the column with this id, and brings it on the screen; without `reveal` the list
   * doesn't scroll.
   */
  selectCell: (index: number, columnId: string, reveal?: boolean) => void
  /** The active cell, by its column's id; undefined if nothing is selected. */
  activeCell: () => { readonly row: number; readonly column: string } | undefined
  /** The id of the active cell's column. */
  activeColumn: () => string | undefined
  /** Selects nothing. */
  clear: () => void
  focus: () => void
  /** Folds all groups, or unfolds them. */
  foldAll: (yes: boolean) => void
  /** Scroll position, in rows. */
  scrolled: () => number
  scrollTo: (rows: number) => void
  /** For the chooser of columns. */
  arranging: () => GridColumns
}

export interface GridRowProps<Row> {
  grid: GridState<Row>
  /** Absent, nothing is filled from the row. */
  edit?: EditState<Row>
  slot: Slot
  /** The id that the active cell has, if it is in this row. */
  activeId: string
  cells: GridProps<Row>['cells']
  rowTone: GridProps<Row>['rowTone']
  rowMark: GridProps<Row>['rowMark']
}

export interface CellEditorProps<Row> {
  grid: GridState<Row>
  edit: EditState<Row>
  /** Editing ended: the keys move the active cell again. */
  onend: () => void
}
