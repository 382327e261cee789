import { moveColumn, resizeColumn } from './columns.ts'
import type { GridColumns } from './grid-state.svelte.ts'

/** Less than this and it was a click, in px. */
const clickSlack = 5

interface Drag {
  readonly kind: 'move' | 'resize'
  readonly id: string
  readonly startX: number
  readonly width: number
}

/** A column header that is dragged: by its edge it is resized, by its middle it is moved. */
export class HeaderDrag {
  /** Place where the column would be dropped, as px from the left edge; undefined while none is moved. */
  dropAt = $state<number>()
  readonly #grid: GridColumns
  #drag: Drag | undefined
  #before: string | undefined

  constructor(grid: GridColumns) {
    this.#grid = grid
  }

  start(kind: Drag['kind'], id: string, x: number): void {
    const column = this.#grid.columns.find((candidate) => candidate.id === id)
    if (column) this.#drag = { kind, id, startX: x, width: column.width }
  }

  /** `inBody` is the pointer's distance from the left edge of the body. */
  move(x: number, inBody: number): void {
    const drag = this.#drag
    if (!drag) return
    if (drag.kind === 'resize') {
      this.#grid.arrange(resizeColumn(this.#grid.arrangement, drag.id, drag.width + x - drag.startX))
    } else if (this.dropAt !== undefined || Math.abs(x - drag.startX) >= clickSlack) this.#aim(inBody)
  }

  /** Ends the drag; true if it was a click on the header and nothing else. */
  end(): boolean {
    const drag = this.#drag
    const aimed = this.dropAt !== undefined
    this.#drag = undefined
    this.dropAt = undefined
    if (drag?.kind !== 'move') return false
    if (aimed) this.#grid.arrange(moveColumn(this.#grid.arrangement, drag.id, this.#before))
    return !aimed
  }

  #aim(inBody: number): void {
    const { columns } = this.#grid
    const among = this.#grid.amongColumns(inBody)
    const next = columns.find(({ left, width }) => among < left + width / 2)
    const last = columns.at(-1)
    this.#before = next?.id
    this.dropAt = next ? this.#grid.seenLeft(next) : last ? last.left + last.width : 0
  }
}
