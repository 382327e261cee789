import type { Selection, Span } from '../ui/grid/selection.ts'

/** The adverts that are selected, by their places in the list. */
export class StockSelection {
  rows = $state.raw<readonly Span[]>([])
  /** Number of adverts that were selected among others and are so no longer, because they left the list. */
  left = $state(0)
  readonly count: number = $derived.by(() => this.#countOf(this.rows))
  readonly #countOf: (rows: readonly Span[]) => number
  /** Number of selected adverts in the last announcement. */
  #before = 0

  /** @param countOf how many adverts are at places of the list */
  constructor(countOf: (rows: readonly Span[]) => number) {
    this.#countOf = countOf
  }

  /**
   * Takes a selection. Adverts that left the list are named until something else is selected, so that a person who
   * edits or deletes misses none.
   * @param gone given if the list changed, and not given if a person selected
   */
  take({ rows }: Selection, gone?: number): void {
    const before = this.#before
    const now = this.#countOf(rows)
    if (gone === undefined) this.left = 0
    else if (before > 1) this.left += Math.max(0, before - now)
    this.#before = now
    this.rows = rows
  }
}
