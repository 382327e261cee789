import { selectedCount, type Selection, type Span } from '../ui/grid/selection.ts'

/** The adverts that are selected, by their places in the list. */
export class StockSelection {
  rows = $state.raw<readonly Span[]>([])
  /** How many adverts were selected among others and are so no longer, because they left the list. */
  left = $state(0)
  readonly count = $derived(selectedCount({ rows: this.rows }))

  /**
   * What left the list is said until something else is selected: nobody who edits or deletes them misses some.
   * @param gone how many left the list; not given if a person selected
   */
  take({ rows }: Selection, gone?: number): void {
    this.left = gone === undefined ? 0 : this.count > 1 ? this.left + gone : this.left
    this.rows = rows
  }
}
