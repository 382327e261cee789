import type { GridColumn, GridSource } from './columns.ts'
import type { GridGroups } from './grid-groups.ts'
import type { Selection } from './selection.ts'

/** The properties of the grid that its state reads. */
export interface GridOptions<Row> {
  source: GridSource<Row>
  columns: readonly GridColumn<Row>[]
  /** Place where the arrangement of columns is kept; absent, it isn't. */
  storeKey?: string
  rowHeight?: number
  /** Rows have checks at their left, which select them as the keys do. */
  checks?: boolean
  /** The groups that the rows are in; absent if they are in none. */
  groups?: GridGroups<Row> | undefined
  /** `gone`: how many selected rows left the list when it changed; not given if a person selected. */
  onselect?: (selection: Selection, gone?: number) => void
}
