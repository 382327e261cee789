import type { EditState } from './edit-state.svelte.ts'
import { fillTo } from './fill.ts'
import type { GridState } from './grid-state.svelte.ts'
import type { Cell } from './selection.ts'

/** The cell of a grid that the pointer is over; outside of the rows the nearest. */
export function cellUnder<Row>(grid: GridState<Row>, event: MouseEvent, body: HTMLElement): Cell {
  const { left, top } = body.getBoundingClientRect()
  const cell = grid.cellAt(event.clientX - left, event.clientY - top)
  const isOver = event.target instanceof Element && event.target.closest('.group-over') !== null
  return isOver && grid.groupOver ? { ...cell, row: grid.groupOver.first } : cell
}

/** True if the pointer is over the checks of the rows. */
export function isOnCheck<Row>(grid: GridState<Row>, event: MouseEvent, body: HTMLElement): boolean {
  return grid.amongColumns(event.clientX - body.getBoundingClientRect().left) < grid.checkWidth
}

/**
 * The pointer on the rows of a grid: a press selects, on a check that row in addition to the others; dragging extends
 * the selection, or fills from the active cell if it began at its handle.
 */
export class BodyPointer<Row> {
  readonly #grid: GridState<Row>
  readonly #edit: EditState<Row>
  #pressed: Cell | undefined
  /** The rows of the last two presses. */
  #hit: readonly (string | number | undefined)[] = []

  constructor(grid: GridState<Row>, edit: EditState<Row>) {
    this.#grid = grid
    this.#edit = edit
  }

  press(event: PointerEvent, body: HTMLElement): void {
    if (event.button !== 0 || (event.target as Element).closest('button, a, input, textarea')) return
    const cell = cellUnder(this.#grid, event, body)
    if ((event.target as Element).matches('.handle')) {
      body.setPointerCapture(event.pointerId)
      this.#grid.fillsTo = cell.row
      return
    }
    this.#hit = [this.#hit.at(-1), this.#grid.source.rowKey(cell.row)]
    if (isOnCheck(this.#grid, event, body)) {
      this.#grid.check(cell.row, event)
      return
    }
    this.#pressed = cell
    this.#grid.press(this.#pressed, event)
  }

  move(event: PointerEvent, body: HTMLElement): void {
    const grid = this.#grid
    if (event.buttons !== 1) return
    const cell = cellUnder(grid, event, body)
    if (grid.fillsTo !== undefined) {
      grid.fillsTo = cell.row
      grid.revealRow(cell.row)
    }
    if (!this.#pressed) return
    const isElsewhere = cell.row !== this.#pressed.row || cell.column !== this.#pressed.column
    if (!isElsewhere && !body.hasPointerCapture(event.pointerId)) return
    body.setPointerCapture(event.pointerId)
    grid.drag(cell)
  }

  /**
   * True if both clicks of a double click met the same row: the list may have changed in between, and another row
   * lies there.
   */
  get hitOneRow(): boolean {
    return this.#hit[0] === this.#hit[1]
  }

  release(): void {
    const { fillsTo } = this.#grid
    const fill = fillsTo === undefined ? undefined : fillTo(this.#grid, fillsTo)
    this.cancel()
    if (fill) void this.#edit.fill(fill)
  }

  cancel(): void {
    this.#pressed = undefined
    this.#grid.fillsTo = undefined
  }
}
