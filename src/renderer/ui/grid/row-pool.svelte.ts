import { untrack } from 'svelte'
import { ColumnLayout } from './column-layout.svelte.ts'
import type { GridSource } from './columns.ts'
import type { Cell } from './selection.ts'
import { reveal, visibleRows, type Range } from './viewport.ts'

/** A row of the pool: its elements stay, the index that they show changes. */
export class Slot {
  index = $state(-1)
}

export const headerHeight = 32
const overscan = 1
/** Equal to no range of rows, not even to that of an empty list. */
const nowhere: Range = { first: -1, end: -1 }

/** The rows of a grid that are on the screen: which have elements, and how far they are scrolled. */
export class RowPool<Row> extends ColumnLayout<Row> {
  height = $state(0)
  slots = $state.raw<readonly Slot[]>([])
  /** The list is not being scrolled. */
  atRest = $state(true)
  /** Number of rows that begin above the top edge. */
  begun = $state(0)
  /** The rows that have elements. */
  #drawn: Range = nowhere
  /** Height of the rows when they were last placed. */
  #placedHeight = 0
  /** Scroll position of the list, px. */
  #top = 0
  #scroller: HTMLElement | undefined

  readonly rowHeight = $derived.by(() => this.options.rowHeight ?? 32)
  readonly bodyHeight = $derived.by(() => this.source.count * this.rowHeight)

  get source(): GridSource<Row> {
    return this.options.source
  }

  /**
   * Follows the scroller from now on, and says when scrolling came to rest; the result ends that. Svelte's own `onscroll`
   * would set a timer and walk the event's path for every frame.
   */
  attach(scroller: HTMLElement, onRest = (): void => undefined): () => void {
    const follow = (): void => {
      this.atRest = false
      this.scrolled()
    }
    const rest = (): void => {
      this.atRest = true
      onRest()
    }
    this.#scroller = scroller
    scroller.addEventListener('scroll', follow, { passive: true })
    scroller.addEventListener('scrollend', rest)
    return () => {
      scroller.removeEventListener('scroll', follow)
      scroller.removeEventListener('scrollend', rest)
    }
  }

  scrolled(): void {
    if (!this.#scroller) return
    this.#top = this.#scroller.scrollTop
    this.scrollLeft = this.#scroller.scrollLeft
    this.place()
  }

  /** Scroll position of the list, in rows. */
  get scrolledRows(): number {
    return this.#top / this.rowHeight
  }

  scrollTo(rows: number): void {
    this.#moveTo(rows * this.rowHeight)
    this.place()
  }

  #moveTo(top: number): void {
    if (!this.#scroller) return
    const { count, rowHeight, height } = this.room
    this.#top = Math.min(Math.max(0, count * rowHeight - height), Math.max(0, top))
    this.#scroller.scrollTop = this.#top
  }

  /** Gives every row of the pool the index that it shows: row i is always in slot i modulo the pool's size. */
  place(): void {
    this.begun = Math.ceil(this.#top / this.rowHeight)
    const range = visibleRows(this.room, this.#top, overscan)
    if (range.first === this.#drawn.first && range.end === this.#drawn.end) return
    this.#drawn = range
    const size = range.end - range.first
    const slots = untrack(() => this.slots)
    if (slots.length !== size) this.slots = Array.from({ length: size }, (_, at) => slots[at] ?? new Slot())
    for (let index = range.first; index < range.end; index++) {
      const slot = this.slots[index % size]
      if (slot) slot.index = index
    }
    this.source.want?.(range.first, range.end)
  }

  /** The rows or the room for them became other ones: all of them are placed again. */
  placeAgain(): void {
    this.#drawn = nowhere
    this.#keepFirst()
    this.scrolled()
  }

  /** Rows of another height: the same one is the first on the screen. */
  #keepFirst(): void {
    const before = this.#placedHeight
    this.#placedHeight = this.rowHeight
    if (before !== 0 && before !== this.rowHeight) this.#moveTo((this.#top / before) * this.rowHeight)
  }

  /** True while the cell has elements of its own. */
  isDrawn(row: number, column: number): boolean {
    const placed = this.columns[column]
    return placed !== undefined && this.isRowDrawn(row) && this.shown.includes(placed)
  }

  /** True while the row has elements. */
  isRowDrawn(row: number): boolean {
    return this.slots[row % this.slots.length]?.index === row
  }

  /** The cell at a point of the body, in px from its top left corner; the nearest if there is none. */
  cellAt(x: number, y: number): Cell {
    const row = Math.floor(y / this.rowHeight)
    const among = this.amongColumns(x)
    const column = this.columns.findIndex(({ left, width }) => among < left + width)
    return {
      row: Math.max(0, Math.min(row, this.source.count - 1)),
      column: column < 0 ? this.columns.length - 1 : column,
    }
  }

  /** Brings a cell on the screen, or only its column. */
  protected reveal(cell: Cell, vertically = true): void {
    const scroller = this.#scroller
    const column = this.columns[cell.column]
    if (!scroller) return
    if (column && !column.stuck) {
      const { stuckWidth } = this
      const left = column.left - stuckWidth
      scroller.scrollLeft = reveal(this.scrollLeft, this.width - stuckWidth, left, column.width)
    }
    if (!vertically) return
    const { room } = this
    // The head of a group lies over the first row.
    const over = this.options.groups ? room.rowHeight : 0
    const top = reveal(this.#top + over, room.height - over, cell.row * room.rowHeight, room.rowHeight) - over
    if (top === this.#top) return
    this.#moveTo(top)
    this.place()
  }

  /** The rows and the room for them, px. */
  protected get room(): { count: number; rowHeight: number; height: number } {
    return {
      count: this.source.count,
      rowHeight: this.rowHeight,
      height: Math.max(0, this.height - headerHeight),
    }
  }
}
