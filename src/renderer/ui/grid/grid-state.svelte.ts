import { latinLetter } from '../latin-letter.ts'
import type { ColumnLayout } from './column-layout.svelte.ts'
import type { GridSource } from './columns.ts'
import type { GroupHead } from './grid-groups.ts'
import { movedBy } from './grid-keys.ts'
import { movesBetween, type RowMove } from './row-moves.ts'
import { RowPool } from './row-pool.svelte.ts'
import {
  checkedOf,
  checkTo,
  clampSelection,
  extendTo,
  followRows,
  isSelected,
  nothingSelected,
  selectAll,
  selectCell,
  selectedCount,
  toggleRow,
  toggleSpan,
  type Cell,
  type Selection,
  type Span,
} from './selection.ts'

/** Grid as its header and the chooser of columns need it, whatever the rows are. */
export type GridColumns = Pick<
  GridState<never>,
  keyof ColumnLayout<never> | 'selection' | 'inHeader' | 'checked' | 'checkAll'
>

/** Columns of a row that lie in the frame of the selection, and the classes of the frame's ends there. */
interface FramedColumns extends Span {
  readonly ends: string
}

/** State and behaviour of the grid; Grid.svelte shows it. */
export class GridState<Row> extends RowPool<Row> {
  selection = $state.raw<Selection>(nothingSelected)
  /** The keys move in the header; the active cell's column says in which one. */
  inHeader = $state(false)

  /** The row that the handle of the active cell is dragged to; undefined while it isn't. */
  fillsTo = $state<number>()
  /** The source that the selection is of. */
  #followed: GridSource<Row> | undefined

  readonly checked: boolean | 'mixed' = $derived.by(() => checkedOf(this.selection, this.source.count))

  /** The rows or the room for them became other ones: what is selected stays within them. */
  recount(count: number): void {
    this.placeAgain()
    const { selection, columns } = this
    if (selection.rows.some(({ last }) => last >= count)) {
      this.#select(clampSelection(selection, count, columns.length))
    }
  }

  /** New places of earlier rows in this source, if they changed places since this was asked last. */
  movesTo(source: GridSource<Row>): RowMove | null {
    const before = this.#followed
    // Also at the first look: an effect follows what is read in it.
    const { moved = null } = source
    this.#followed = source
    if (before === source) return moved
    return before ? movesBetween(before, source) : null
  }

  /** Rows changed places: what is selected are the same rows as before, wherever they are now. */
  follow(moved: RowMove): void {
    const before = this.selection
    if (before.rows.length === 0) return
    const after = followRows(before, moved)
    this.#select(after, selectedCount(before) - selectedCount(after))
  }

  selectRow(index: number, reveal = true): void {
    const row = Math.max(0, Math.min(index, this.source.count - 1))
    this.#select(this.#only({ row, column: this.selection.active.column }))
    if (reveal) this.reveal(this.selection.active)
  }

  /**
   * Selects the cell of this row in the column with this id, and brings it on the screen; without `reveal` the list
   * doesn't scroll.
   */
  selectCell(index: number, columnId: string, reveal = true): void {
    const column = this.columns.findIndex(({ id }) => id === columnId)
    if (column >= 0) this.moveToColumn(column)
    this.selectRow(index, reveal)
  }

  /** The active cell, by its column's id; undefined if nothing is selected. */
  get activeCell(): { row: number; column: string } | undefined {
    const { active, rows } = this.selection
    const column = this.columns[active.column]?.id
    return rows.length > 0 && column !== undefined ? { row: active.row, column } : undefined
  }

  /** One row is selected, and no range of its cells: the active cell is what a copy takes. */
  get isOneCell(): boolean {
    const { rows, columns, active } = this.selection
    return columns === null && selectedCount({ rows }) === 1 && !this.headAt(active.row)
  }

  /** Undefined if the frame of selected cells doesn't surround any of the row. */
  frameOf(row: number): FramedColumns | undefined {
    const { columns, rows } = this.selection
    const [span] = rows
    if (!columns || !span || row < span.first || row > span.last) return undefined
    return { ...columns, ends: `${row === span.first ? ' top' : ''}${row === span.last ? ' bottom' : ''}` }
  }

  /** True for a cell that is filled once the handle is dropped. */
  isFilled(row: number, column: number): boolean {
    const { fillsTo, selection } = this
    if (fillsTo === undefined || column !== selection.active.column) return false
    return (row - selection.active.row) * (row - fillsTo) <= 0
  }

  clear(): void {
    if (this.selection.rows.length > 0) this.#select({ ...this.selection, rows: [], columns: null })
  }

  press(
    cell: Cell,
    { shiftKey, ctrlKey, metaKey }: Pick<MouseEvent, 'shiftKey' | 'ctrlKey' | 'metaKey'>,
  ): void {
    this.inHeader = false
    if (shiftKey) this.#select(extendTo(this.selection, cell, false))
    else if (ctrlKey || metaKey) this.#select(this.#toggled(cell))
    else this.#select(this.#only(cell))
  }

  /** The check of a row was clicked: the others stay as they are. */
  check(row: number, { shiftKey }: Pick<MouseEvent, 'shiftKey'>): void {
    const cell = { row, column: this.selection.active.column }
    this.inHeader = false
    const hasAnchor = shiftKey && this.selection.rows.length > 0
    this.#select(hasAnchor ? checkTo(this.selection, cell) : this.#toggled(cell))
  }

  /** Selects all rows, or none if all are. */
  checkAll(): void {
    if (selectedCount(this.selection) === this.source.count) this.clear()
    else this.#select(selectAll(this.selection, this.source.count))
  }

  /** A menu is asked for at this cell: it becomes the active one, and its row is selected unless it is already. */
  aim(cell: Cell): void {
    this.inHeader = false
    if (isSelected(this.selection, cell.row)) this.selection = { ...this.selection, active: cell }
    else this.#select(this.#only(cell))
  }

  /** Extends the selection while the pointer is dragged over cells. */
  drag(cell: Cell): void {
    this.#select(extendTo(this.selection, cell, true))
    this.reveal(cell)
  }

  /** Moves the active cell, or selects; false if the key does nothing here. */
  key(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey'> & { code?: string }): boolean {
    const { active } = this.selection
    if ((event.ctrlKey || event.metaKey) && latinLetter(event) === 'a') {
      this.#select(selectAll(this.selection, this.source.count))
      return true
    }
    if (event.key === ' ') {
      this.#select(this.#toggled(active))
      return true
    }
    if (event.key === 'ArrowUp' && active.row === 0 && !event.shiftKey) {
      this.inHeader = true
      return true
    }
    const target = movedBy(
      event,
      this.selection.rows.length === 0 && !this.headAt(active.row) ? this.#before(active) : active,
      this.#bounds(),
    )
    if (!target || this.source.count === 0) return false
    if (event.shiftKey) this.#select(extendTo(this.selection, target, true))
    else this.#select(this.#only(target))
    this.reveal(target)
    return true
  }

  /** Moves along the header; false if the key does nothing there. */
  headerKey({ key }: Pick<KeyboardEvent, 'key'>): boolean {
    const { active } = this.selection
    if (key === 'ArrowDown') {
      this.inHeader = false
      if (this.selection.rows.length === 0) this.selectRow(active.row)
      return true
    }
    if (key !== 'ArrowLeft' && key !== 'ArrowRight' && key !== 'Home' && key !== 'End') return false
    const target = movedBy({ key, ctrlKey: false, metaKey: false }, active, this.#bounds())
    if (target) this.moveToColumn(target.column)
    return true
  }

  get isGrouped(): boolean {
    return this.options.groups !== undefined
  }

  headAt(row: number): GroupHead | undefined {
    return this.options.groups?.headAt(row)
  }

  /** The group whose head is scrolled out above its rows; undefined if there is none. */
  readonly groupOver = $derived.by(() => {
    const { groups } = this.options
    return groups && this.begun > 0 && this.begun <= this.source.count
      ? groups.spanOf(this.begun - 1)
      : undefined
  })

  /** Number of rows that are selected at these places; a folded group that is selected has all of its own. */
  countIn(spans: readonly Span[], withFolded = true): number {
    return this.options.groups?.countIn(spans, withFolded) ?? selectedCount({ rows: spans })
  }

  /** The rows at these places, read if they aren't yet; fewer if some could not be. */
  async rowsIn(spans: readonly Span[], withFolded = true): Promise<readonly Row[]> {
    const { groups } = this.options
    if (groups && withFolded) return groups.rowsIn(spans)
    return (await Promise.all(spans.map(({ first, last }) => this.source.rows(first, last + 1)))).flat()
  }

  /** Folds the group of a row, or all, or unfolds it; what is selected stays so. */
  async fold(which: number | 'all', yes: boolean): Promise<void> {
    const { groups } = this.options
    if (!groups) return
    const { rows, active } = this.selection
    const after = await groups.fold(which, yes, { rows, active: active.row })
    const cell = { row: after.active, column: active.column }
    this.#select({ rows: after.rows, columns: null, anchor: cell, active: cell })
    // Another group, which was clicked, stays where the pointer is.
    if (which === 'all' || which === active.row) this.revealRow(cell.row)
  }

  /** This row alone; the head of a group is only gone to. */
  #only(cell: Cell): Selection {
    return this.headAt(cell.row) ? { ...selectCell(cell), rows: [] } : selectCell(cell)
  }

  /** This row taken in, or out; with the head of a group, all of it. */
  #toggled(cell: Cell): Selection {
    const span = this.headAt(cell.row) && this.options.groups?.spanOf(cell.row)
    return span ? toggleSpan(this.selection, span, cell) : toggleRow(this.selection, cell)
  }

  moveToColumn(column: number): void {
    this.selection = { ...this.selection, active: { ...this.selection.active, column } }
    this.reveal(this.selection.active, false)
  }

  #select(selection: Selection, gone?: number): void {
    this.selection = selection
    this.options.onselect?.(selection, gone)
  }

  /** With nothing selected yet the first key stays on the first row instead of stepping over it. */
  #before(cell: Cell): Cell {
    return { ...cell, row: cell.row - 1 }
  }

  #bounds(): { rows: number; columns: number; page: number } {
    const page = Math.max(1, Math.floor(this.room.height / this.rowHeight) - 1)
    return { rows: this.source.count, columns: this.columns.length, page }
  }

  /** Brings a row on the screen. */
  revealRow(row: number): void {
    this.reveal({ row, column: this.selection.active.column })
  }
}
