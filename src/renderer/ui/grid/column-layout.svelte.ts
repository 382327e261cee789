import { loadLook, saveLook } from '../saved-look.ts'
import {
  checkWidth,
  placeColumns,
  plainArrangement,
  restoreArrangement,
  stuckCount,
  withAbsent,
  type Arrangement,
  type GridColumn,
  type PlacedColumn,
  type GridSource,
} from './columns.ts'
import { visibleColumns } from './viewport.ts'
import type { GridGroups } from './grid-groups.ts'
import type { Selection } from './selection.ts'

/** The columns of a grid as a person has arranged them: where each is, which are on the screen, and which stay there. */
export class ColumnLayout<Row> {
  /** Width that shows columns, and how far they are scrolled, px. */
  width = $state(0)
  scrollLeft = $state(0)
  protected readonly options: GridOptions<Row>
  /** As it was kept: it may lack columns that came since, and name some that are not there now. */
  #kept = $state.raw<unknown>()
  /** Columns may come while the page is open. */
  readonly #arrangement = $derived.by(() => restoreArrangement(this.#kept, this.options.columns))

  /** The room for the checks of rows at the left edge, where it stays, px. */
  readonly checkWidth: number = $derived.by(() => (this.options.checks ? checkWidth : 0))
  readonly #placed = $derived.by(() =>
    placeColumns(this.options.columns, this.#arrangement, this.checkWidth, this.width),
  )
  /** Number of columns that stay at the left edge while the others are scrolled. */
  readonly stuck = $derived(stuckCount(this.#placed, this.width))
  readonly columns: readonly PlacedColumn<Row>[] = $derived(
    this.#placed.map((column, at) => (at < this.stuck ? { ...column, stuck: true } : column)),
  )
  readonly stuckWidth: number = $derived.by(() => {
    const last = this.columns[this.stuck - 1]
    return last ? last.left + last.width : this.checkWidth
  })
  readonly #range = $derived.by(() =>
    visibleColumns(
      this.columns.slice(this.stuck),
      this.scrollLeft + this.stuckWidth,
      this.width - this.stuckWidth,
    ),
  )
  readonly #first = $derived(this.#range.first)
  readonly #end = $derived(this.#range.end)
  /** The columns on the screen. */
  readonly shown: readonly PlacedColumn<Row>[] = $derived([
    ...this.columns.slice(0, this.stuck),
    ...this.columns.slice(this.stuck + this.#first, this.stuck + this.#end),
  ])
  /** The id of the column that has the words of a marked row: the first one of words. */
  readonly markedColumn: string | undefined = $derived.by(
    () =>
      this.columns.find(({ picture, chip, align = 'start' }) => !picture && !chip && align === 'start')?.id,
  )
  /** Columns are scrolled under what stays. */
  readonly isUnder: boolean = $derived(this.stuckWidth > 0 && this.scrollLeft > 0)
  readonly bodyWidth: number = $derived.by(() => {
    const last = this.columns.at(-1)
    return Math.max(this.width, last ? last.left + last.width : 0)
  })

  constructor(options: GridOptions<Row>) {
    this.options = options
    this.#kept = options.storeKey ? loadLook(options.storeKey) : undefined
  }

  /** The columns as their page describes them, in its order. */
  get described(): readonly GridColumn<Row>[] {
    return this.options.columns
  }

  titleOf(id: string): string {
    return this.described.find((column) => column.id === id)?.title ?? id
  }

  /** The width that the page gives a column. */
  plainWidth(id: string): number | undefined {
    return this.described.find((column) => column.id === id)?.width
  }

  get arrangement(): Arrangement {
    return this.#arrangement
  }

  /** The arrangement with that of columns which are not there now. */
  get kept(): Arrangement {
    return withAbsent(this.#arrangement, this.#kept, this.described)
  }

  arrange(arrangement: Arrangement): void {
    this.#keep(withAbsent(arrangement, this.#kept, this.described))
  }

  #keep(arrangement: unknown): void {
    this.#kept = arrangement
    if (this.options.storeKey) saveLook(this.options.storeKey, arrangement)
  }

  /** Takes an arrangement that was saved; undefined stands for that of the page. */
  restore(kept: unknown): void {
    this.#keep(kept ?? plainArrangement(this.described))
  }

  /** Reads a saved arrangement for the columns that are there. */
  read(kept: unknown): Arrangement {
    return restoreArrangement(kept, this.described)
  }

  /** A distance from the left edge of the body as one among the columns, which differ under those that stay. */
  amongColumns(inBody: number): number {
    const onScreen = inBody - this.scrollLeft
    return onScreen < this.stuckWidth ? onScreen : inBody
  }

  /** Left edge of a column as seen, px from the left edge of the body. */
  seenLeft({ left, stuck }: PlacedColumn<never>): number {
    return stuck ? left + this.scrollLeft : left
  }

  /** Width of the part of the body that begins at `left` under the columns that stay, px. */
  hiddenFrom(left: number): number {
    return Math.max(0, this.scrollLeft + this.stuckWidth - left)
  }
}

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
