import type { AdvertColumn, AdvertQuery } from '#shared/inventory/advert.ts'
import { RankedColumn, type ColumnValue } from './ranked-column.ts'

/** Columns that the answer to a query is made from. Only a choice of states asks which adverts are expired. */
export const columnsOf = ({ states, sort }: AdvertQuery): AdvertColumn[] => [
  ...new Set<AdvertColumn>([
    'id',
    'state',
    ...(states.length > 0 ? (['expiresAt'] as const) : []),
    ...sort.map(({ column }) => column),
  ]),
]

/** Marks by row number: what a search for words found, and the one advert whose id was typed. */
export interface Found {
  readonly rows: Uint8Array
  readonly id: number | null
}

/** The adverts of one owner in memory: what lists of ids are filtered and sorted by. */
export class StockList {
  readonly #columns = new Map<AdvertColumn, RankedColumn>()
  readonly #ready = new Set<AdvertColumn>()
  #last = 0
  /** Every row, the newest id first; null if rows came or went since. */
  #newest: Uint32Array | null = null

  /** Those of the columns that were not loaded as a whole yet. */
  missing(columns: readonly AdvertColumn[]): AdvertColumn[] {
    return columns.filter((column) => !this.#ready.has(column))
  }

  /** To be called when the column was set for every row. */
  loaded(columns: readonly AdvertColumn[]): void {
    for (const column of columns) this.#ready.add(column)
  }

  /** Values of one row; a column that was not asked for so far stays unloaded. */
  put(row: number, valueOf: (column: AdvertColumn) => ColumnValue): void {
    this.#last = Math.max(this.#last, row)
    if (this.column('id').at(row) !== valueOf('id')) this.#newest = null
    for (const [name, column] of this.#columns) column.set(row, valueOf(name))
  }

  /** Some values of one row; the others stay. */
  change(row: number, values: Readonly<Partial<Record<AdvertColumn, ColumnValue>>>): void {
    for (const [name, column] of this.#columns) {
      const value = values[name]
      if (value !== undefined) column.set(row, value)
    }
  }

  /** Rows as the table has them: the row's number, then its values in the order of `columns`. */
  load(columns: readonly AdvertColumn[], rows: readonly (readonly [number, ...ColumnValue[]])[]): void {
    columns.forEach((name, at) => {
      const column = this.column(name)
      for (const row of rows) column.set(row[0], row[at + 1] ?? null)
    })
    this.#last = Math.max(this.#last, rows.at(-1)?.[0] ?? 0)
    this.#newest = null
  }

  /** The row is no longer this owner's. */
  remove(row: number): void {
    this.#columns.get('id')?.set(row, null)
    this.#newest = null
  }

  column(name: AdvertColumn): RankedColumn {
    const known = this.#columns.get(name)
    if (known) return known
    const column = new RankedColumn()
    this.#columns.set(name, column)
    return column
  }

  /** True if values that no row has any more take more room than those of the rows: it is time to load anew. */
  get isOvergrown(): boolean {
    return [...this.#columns.values()].some(({ size }) => size > 4 * this.#last + 10_000)
  }

  /** Ids of the adverts that fit, in order. The columns of the query must be loaded. */
  ids(query: AdvertQuery, serviceNow: string, found: Found | null): Float64Array<ArrayBuffer> {
    let rows = this.#fitting(query, serviceNow, found)
    for (const { column, descending } of query.sort.toReversed())
      rows = this.column(column).sort(rows, descending)
    return idsOf(rows, this.column('id'))
  }

  #byId(): Uint32Array {
    const ids = this.column('id')
    const rows = Uint32Array.from({ length: this.#last }, (_, at) => at + 1).filter(
      (row) => ids.codes[row] !== 0,
    )
    return ids.sort(rows, true)
  }

  /** The newest id first, which decides between what is equal in all that a list is sorted by. */
  #fitting({ states }: AdvertQuery, serviceNow: string, found: Found | null): Uint32Array {
    const shown = new Set<ColumnValue>(states)
    const state = this.column('state')
    const [gone, live] = [state.codeOf('gone'), state.codeOf('live')]
    const kept = new Set(states.filter((each) => each !== 'expired').map((each) => state.codeOf(each)))
    const isExpired = states.length > 0 ? this.#expiry(serviceNow) : () => false
    const ids = this.column('id')
    const fits = (row: number): boolean => {
      if (found && found.rows[row] !== 1 && (found.id === null || ids.at(row) !== found.id)) return false
      const code = state.codes[row] ?? 0
      if (states.length === 0) return code !== gone
      return code === live && isExpired(row) ? shown.has('expired') : kept.has(code)
    }
    this.#newest ??= this.#byId()
    const rows = new Uint32Array(this.#newest.length)
    let count = 0
    for (const row of this.#newest) if (fits(row)) rows[count++] = row
    return rows.subarray(0, count)
  }

  /** Whether the time of a row is over: the rank of its date is below that of the moment. An empty date never is. */
  #expiry(serviceNow: string): (row: number) => boolean {
    const expiresAt = this.column('expiresAt')
    const empty = expiresAt.codeOf('')
    const moment = expiresAt.below(serviceNow)
    const ranks = expiresAt.ranks()
    return (row) => {
      const code = expiresAt.codes[row] ?? 0
      return code !== 0 && code !== empty && (ranks[code] ?? 0) < moment
    }
  }
}

function idsOf(rows: Uint32Array, id: RankedColumn): Float64Array<ArrayBuffer> {
  const ids = new Float64Array(rows.length)
  for (let at = 0; at < rows.length; at++) ids[at] = Number(id.at(rows[at] ?? 0))
  return ids
}
