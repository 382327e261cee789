import { moveColumn, resizeColumn } from './columns.ts'
import type { GridColumns } from './grid-state.svelte.ts'

/** Less than this and it was a click, in px. */
const clickSlack = 5

interface Grip {
  readonly kind: 'move' | 'resize'
  readonly id: string
  readonly startX: number
  readonly width: number
}

/** A header in the person's hand: pulled by its edge it becomes wider, by its middle it goes elsewhere. */
export class HeaderDrag {
  /** Where the column would stand, as px from the left edge; undefined while none is moved. */
  dropAt = $state<number>()
  readonly #grid: GridColumns
  #grip: Grip | undefined
  #before: string | undefined

  constructor(grid: GridColumns) {
    this.#grid = grid
  }

  take(kind: Grip['kind'], id: string, x: number): void {
    const column = this.#grid.columns.find((candidate) => candidate.id === id)
    if (column) this.#grip = { kind, id, startX: x, width: column.width }
  }

  /** `inBody` is the pointer's distance from the left edge of the body. */
  pull(x: number, inBody: number): void {
    const grip = this.#grip
    if (!grip) return
    if (grip.kind === 'resize') {
      this.#grid.arrange(resizeColumn(this.#grid.arrangement, grip.id, grip.width + x - grip.startX))
    } else if (this.dropAt !== undefined || Math.abs(x - grip.startX) >= clickSlack) this.#aim(inBody)
  }

  /** Lets go; true where it was a click on the header and nothing else. */
  drop(): boolean {
    const grip = this.#grip
    const aimed = this.dropAt !== undefined
    this.#grip = undefined
    this.dropAt = undefined
    if (grip?.kind !== 'move') return false
    if (aimed) this.#grid.arrange(moveColumn(this.#grid.arrangement, grip.id, this.#before))
    return !aimed
  }

  #aim(inBody: number): void {
    const { columns } = this.#grid
    const next = columns.find(({ left, width }) => inBody < left + width / 2)
    const last = columns.at(-1)
    this.#before = next?.id
    this.dropAt = next ? next.left : last ? last.left + last.width : 0
  }
}
