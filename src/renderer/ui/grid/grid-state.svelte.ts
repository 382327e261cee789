import { untrack } from 'svelte'
import { latinLetter } from '../latin-letter.ts'
import { ColumnLayout } from './column-layout.svelte.ts'
import type { Arrangement, GridColumn, GridSource, PlacedColumn, RowMove } from './columns.ts'
import { movedBy } from './grid-keys.ts'
import type { GridOptions } from './grid-options.ts'
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
  type Cell,
  type Selection,
} from './selection.ts'
import {
  bodyHeight,
  positionOf,
  reveal,
  scrolledTo,
  visibleRows,
  type Position,
  type Range,
} from './viewport.ts'

/** A row of the pool: its elements stay, the index that they show changes. */
export class Slot {
  index = $state(-1)
}

export const headerHeight = 32
const overscan = 1
/** Rows on both sides of those on the screen for which the frame of the selection is drawn with them. */
const nearRows = 500
/** Equal to no range of rows, not even to that of an empty list. */
const nowhere: Range = { first: -1, end: -1 }

/** What the header and the chooser of columns need to know, whatever the rows are. */
export interface GridColumns {
  readonly columns: readonly PlacedColumn<never>[]
  /** The columns on the screen. */
  readonly shown: readonly PlacedColumn<never>[]
  /** The room for the checks of rows, px. */
  readonly checkWidth: number
  readonly bodyWidth: number
  readonly scrollLeft: number
  readonly selection: Selection
  readonly inHeader: boolean
  readonly arrangement: Arrangement
  /** The columns as their page describes them, in its order. */
  readonly described: readonly GridColumn<never>[]
  /** Columns that stay, and their width. */
  readonly stuckWidth: number
  /** Columns are scrolled under those that stay. */
  readonly isUnder: boolean
  arrange(arrangement: Arrangement): void
  /** Takes an arrangement that was saved; undefined stands for that of the page. */
  restore(kept: unknown): void
  /** Whether all rows are selected, or some. */
  readonly checked: boolean | 'mixed'
  /** Selects all rows, or none if all are. */
  checkAll(): void
  /** A distance from the left edge of the body as one among the columns. */
  amongColumns(inBody: number): number
  /** Where a column's left edge is seen, px from the left edge of the body. */
  seenLeft(column: PlacedColumn<never>): number
  titleOf(id: string): string
  /** The width that the page gives a column. */
  plainWidth(id: string): number | undefined
}

/** What the grid does; Grid.svelte shows it. */
export class GridState<Row> extends ColumnLayout<Row> implements GridColumns {
  height = $state(0)
  slots = $state.raw<readonly Slot[]>([])
  /** The rows that have elements, and some on both sides: it seldom changes while the list is scrolled. */
  near = $state.raw<Range>(nowhere)
  /** Unscaled minus scrolled distance: 0 unless the body is scaled. */
  offset = $state(0)
  selection = $state.raw<Selection>(nothingSelected)
  /** The keys move in the header; the active cell's column says in which one. */
  inHeader = $state(false)

  readonly #props: GridOptions<Row>
  /** The rows that have elements. */
  #drawn: Range = nowhere
  #position: Position = { scrollTop: 0, top: 0 }
  #scroller: HTMLElement | undefined

  readonly rowHeight = $derived.by(() => this.#props.rowHeight ?? 32)
  readonly bodyHeight = $derived.by(() => bodyHeight(this.source.count, this.rowHeight))

  readonly checked: boolean | 'mixed' = $derived.by(() => checkedOf(this.selection, this.source.count))

  constructor(props: GridOptions<Row>) {
    super(props)
    this.#props = props
  }

  get source(): GridSource<Row> {
    return this.#props.source
  }

  /**
   * Follows the scroller from now on; the result ends that. Svelte's own `onscroll` would set a timer and walk the
   * event's path for every frame.
   */
  attach(scroller: HTMLElement): () => void {
    const follow = (): void => this.scrolled()
    this.#scroller = scroller
    scroller.addEventListener('scroll', follow, { passive: true })
    return () => scroller.removeEventListener('scroll', follow)
  }

  scrolled(): void {
    if (!this.#scroller) return
    this.#position = scrolledTo(this.#room(), this.#position, this.#scroller.scrollTop)
    this.scrollLeft = this.#scroller.scrollLeft
    this.place()
  }

  /** Gives every row of the pool the index that it shows: row i is always in slot i modulo the pool's size. */
  place(): void {
    this.offset = this.#position.top - this.#position.scrollTop
    const range = visibleRows(this.#room(), this.#position.top, overscan)
    if (range.first === this.#drawn.first && range.end === this.#drawn.end) return
    this.#drawn = range
    const near = untrack(() => this.near)
    if (range.first < near.first || range.end > near.end)
      this.near = { first: range.first - nearRows, end: range.end + nearRows }
    const size = range.end - range.first
    const slots = untrack(() => this.slots)
    if (slots.length !== size) this.slots = Array.from({ length: size }, (_, at) => slots[at] ?? new Slot())
    for (let index = range.first; index < range.end; index++) {
      const slot = this.slots[index % size]
      if (slot) slot.index = index
    }
    this.source.want?.(range.first, range.end)
  }

  /** The rows or the room for them became other ones: what is selected stays within them. */
  recount(count: number): void {
    this.#drawn = nowhere
    this.near = nowhere
    this.scrolled()
    const { selection, columns } = this
    if (selection.rows.some(({ last }) => last >= count)) {
      this.#select(clampSelection(selection, count, columns.length))
    }
  }

  /** Rows changed places: what is selected are the same rows as before, wherever they are now. */
  follow(moved: RowMove): void {
    const before = this.selection
    if (before.rows.length === 0) return
    const after = followRows(before, moved)
    this.#select(after, selectedCount(before) - selectedCount(after))
  }

  /** True while the cell has elements of its own. */
  isDrawn(row: number, column: number): boolean {
    const placed = this.columns[column]
    return (
      placed !== undefined &&
      this.slots[row % this.slots.length]?.index === row &&
      this.shown.includes(placed)
    )
  }

  selectRow(index: number, reveal = true): void {
    const row = Math.max(0, Math.min(index, this.source.count - 1))
    this.#select(selectCell({ row, column: this.selection.active.column }))
    if (reveal) this.#reveal(this.selection.active)
  }

  /** Selects the cell of this row in the column with this id, and brings it on the screen. */
  selectCell(index: number, columnId: string): void {
    const column = this.columns.findIndex(({ id }) => id === columnId)
    if (column >= 0) this.moveToColumn(column)
    this.selectRow(index)
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
    else if (ctrlKey || metaKey) this.#select(toggleRow(this.selection, cell))
    else this.#select(selectCell(cell))
  }

  /** The check of a row was clicked: the others stay as they are. */
  check(row: number, { shiftKey }: Pick<MouseEvent, 'shiftKey'>): void {
    const cell = { row, column: this.selection.active.column }
    this.inHeader = false
    const hasAnchor = shiftKey && this.selection.rows.length > 0
    this.#select(hasAnchor ? checkTo(this.selection, cell) : toggleRow(this.selection, cell))
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
    else this.#select(selectCell(cell))
  }

  /** Extends the selection while the pointer is dragged over cells. */
  drag(cell: Cell): void {
    this.#select(extendTo(this.selection, cell, true))
    this.#reveal(cell)
  }

  /** Moves the active cell, or selects; false if the key does nothing here. */
  key(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey'> & { code?: string }): boolean {
    const { active } = this.selection
    if ((event.ctrlKey || event.metaKey) && latinLetter(event) === 'a') {
      this.#select(selectAll(this.selection, this.source.count))
      return true
    }
    if (event.key === ' ') {
      this.#select(toggleRow(this.selection, active))
      return true
    }
    if (event.key === 'ArrowUp' && active.row === 0 && !event.shiftKey) {
      this.inHeader = true
      return true
    }
    const target = movedBy(
      event,
      this.selection.rows.length === 0 ? this.#before(active) : active,
      this.#bounds(),
    )
    if (!target || this.source.count === 0) return false
    if (event.shiftKey) this.#select(extendTo(this.selection, target, true))
    else this.#select(selectCell(target))
    this.#reveal(target)
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

  moveToColumn(column: number): void {
    this.selection = { ...this.selection, active: { ...this.selection.active, column } }
    this.#reveal(this.selection.active, false)
  }

  /** The cell at a point of the body, in px from its top left corner; the nearest if there is none. */
  cellAt(x: number, y: number): Cell {
    const row = Math.floor((y + this.offset) / this.rowHeight)
    const among = this.amongColumns(x)
    const column = this.columns.findIndex(({ left, width }) => among < left + width)
    return {
      row: Math.max(0, Math.min(row, this.source.count - 1)),
      column: column < 0 ? this.columns.length - 1 : column,
    }
  }

  #select(selection: Selection, gone?: number): void {
    this.selection = selection
    this.#props.onselect?.(selection, gone)
  }

  /** With nothing selected yet the first key stays on the first row instead of stepping over it. */
  #before(cell: Cell): Cell {
    return { ...cell, row: cell.row - 1 }
  }

  #bounds(): { rows: number; columns: number; page: number } {
    const page = Math.max(1, Math.floor(this.#room().height / this.rowHeight) - 1)
    return { rows: this.source.count, columns: this.columns.length, page }
  }

  #room(): { count: number; rowHeight: number; height: number } {
    return {
      count: this.source.count,
      rowHeight: this.rowHeight,
      height: Math.max(0, this.height - headerHeight),
    }
  }

  /** Brings a row on the screen. */
  revealRow(row: number): void {
    this.#reveal({ row, column: this.selection.active.column })
  }

  #reveal(cell: Cell, vertically = true): void {
    const scroller = this.#scroller
    const column = this.columns[cell.column]
    if (!scroller) return
    if (column && !column.stuck) {
      const { stuckWidth } = this
      const left = column.left - stuckWidth
      scroller.scrollLeft = reveal(this.scrollLeft, this.width - stuckWidth, left, column.width)
    }
    if (!vertically) return
    const room = this.#room()
    const top = reveal(this.#position.top, room.height, cell.row * room.rowHeight, room.rowHeight)
    if (top === this.#position.top) return
    this.#position = positionOf(room, top)
    scroller.scrollTop = this.#position.scrollTop
    this.place()
  }
}
