import {
  type AdvertColumn,
  advertStates,
  type AdvertQuery,
  type AdvertState,
  type GroupColumn,
  type ListedColumn,
} from '#shared/inventory/advert.ts'
import type { AdvertFilter } from '#shared/inventory/advert-filter.ts'
import type { StockSums, StockTotal } from '#shared/inventory/inventory-calls.ts'
import { rowTest } from './filter-rows.ts'
import { foundTest, type Found } from './found-rows.ts'
import { groupRows } from './group-rows.ts'
import { RankedColumn, type ColumnValue } from './ranked-column.ts'
import { sumsOf, worthOf } from './row-sums.ts'

/** Numbers of adverts in each state, and of those that each filter keeps by itself, without those that are gone. */
export interface StockCounts {
  readonly states: Readonly<Record<AdvertState, number>>
  readonly filters: readonly number[]
}

/** Adverts that are left out, by their ids. */
export type Hides = ((id: number) => boolean) | null

/** Number of rows that have the value of this one. */
export interface RowCount {
  readonly row: number
  readonly count: number
}

/** Adverts of a list that have the same value. */
export interface RowGroup extends StockSums {
  readonly rows: Uint32Array
  /** The first of them. */
  readonly row: number
  /** As the column holds it: of a name, its place in a dictionary. */
  readonly value: ColumnValue
  readonly count: number
}

/** Ids in order, and their groups if the list is grouped. */
export interface ListedIds<Group> {
  readonly ids: Float64Array<ArrayBuffer>
  readonly groups: readonly Group[]
}

/** The adverts of one owner in memory: what lists of ids are filtered and sorted by. */
export class StockList {
  readonly #columns = new Map<ListedColumn, RankedColumn>()
  readonly #ready = new Set<ListedColumn>()
  #last = 0
  /** Every row, the newest id first; null if rows came or went since. */
  #newest: Uint32Array | null = null

  /** Those of the columns that were not loaded as a whole yet. */
  missing(columns: readonly ListedColumn[]): ListedColumn[] {
    return columns.filter((column) => !this.#ready.has(column))
  }

  /** To be called when the column was set for every row. */
  loaded(columns: readonly ListedColumn[]): void {
    for (const column of columns) this.#ready.add(column)
  }

  /** Values of one row; a column that was not asked for so far stays unloaded. */
  put(row: number, valueOf: (column: ListedColumn) => ColumnValue): void {
    this.#last = Math.max(this.#last, row)
    if (this.column('id').at(row) !== valueOf('id')) this.#newest = null
    for (const [name, column] of this.#columns) column.set(row, valueOf(name))
  }

  /** Some values of one row; the others stay. */
  change(row: number, values: Readonly<Partial<Record<ListedColumn, ColumnValue>>>): void {
    for (const [name, column] of this.#columns) {
      const value = values[name]
      if (value !== undefined) column.set(row, value)
    }
  }

  /** Rows as the table has them: the row's number, then its values in the order of `columns`. */
  load(columns: readonly ListedColumn[], rows: readonly (readonly [number, ...ColumnValue[]])[]): void {
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

  column(name: ListedColumn): RankedColumn {
    const known = this.#columns.get(name)
    if (known) return known
    const column = new RankedColumn()
    this.#columns.set(name, column)
    return column
  }

  /** True if values that no row has now take more room than those of the rows: it is time to load again. */
  get isOvergrown(): boolean {
    return [...this.#columns.values()].some(({ size }) => size > 4 * this.#last + 10_000)
  }

  /** The adverts that fit, in order. The columns of the query must be loaded. */
  list(
    query: AdvertQuery,
    serviceNow: string,
    found: Found | null,
    hides: Hides = null,
  ): ListedIds<RowGroup> {
    const { group, sort } = query
    let rows = this.#fitting(query, serviceNow, found, hides)
    for (const { column, descending } of keysOf(query).toReversed())
      rows = this.column(column).sort(rows, descending)
    if (group === undefined) return { ids: idsOf(rows, this.column('id')), groups: [] }
    const groups = this.#grouped(rows, group, serviceNow)
    const [first] = sort
    if (first && isPrice(first.column)) this.#byWorth(groups, first.descending)
    return {
      ids: idsOf(
        groups.flatMap(({ rows: own }) => [...own]),
        this.column('id'),
      ),
      groups,
    }
  }

  /** An expired advert is among the live ones as the column has it, and in a group of its own. */
  #grouped(rows: Uint32Array, group: GroupColumn, serviceNow: string): RowGroup[] {
    const column = this.column(group)
    const { codes } = column
    const live = group === 'state' ? column.codeOf('live') : 0
    const isExpired = live === 0 ? () => false : this.#expiry(serviceNow)
    const isOver = (row: number): boolean => live !== 0 && codes[row] === live && isExpired(row)
    const grouped = groupRows(rows, (row) => (isOver(row) ? -1 : (codes[row] ?? 0)))
    let first = 0
    return grouped.counts.map((count) => {
      const own = grouped.rows.subarray(first, first + count)
      first += count
      const [row = 0] = own
      const value = isOver(row) ? 'expired' : column.at(row)
      return { rows: own, row, value, count, ...sumsOf(own, this) }
    })
  }

  /** Sorts groups by what their adverts are worth in dollars; equal ones stay in the order of their names. */
  #byWorth(groups: RowGroup[], descending: boolean): void {
    const prices = this.column('usd')
    const worth = new Map(
      groups.map((group) => [group, group.rows.reduce((sum, row) => sum + Number(prices.at(row)), 0)]),
    )
    const way = descending ? -1 : 1
    groups.sort((one, other) => way * ((worth.get(one) ?? 0) - (worth.get(other) ?? 0)))
  }

  /** The columns that are counted must be loaded. */
  counts(filters: readonly AdvertFilter[], serviceNow: string, hides: Hides = null): StockCounts {
    this.#newest ??= this.#byId()
    const state = this.column('state')
    const ids = this.column('id')
    const gone = state.codeOf('gone')
    const live = state.codeOf('live')
    const isExpired = this.#expiry(serviceNow)
    const tests = filters.map((filter) => rowTest(filter, serviceNow, (name) => this.column(name)))
    const kept = tests.map(() => 0)
    const byCode: number[] = []
    let expired = 0
    for (const row of this.#newest) {
      if (hides?.(Number(ids.at(row)))) continue
      const code = state.codes[row] ?? 0
      const isOver = code === live && isExpired(row)
      if (isOver) expired += 1
      else byCode[code] = (byCode[code] ?? 0) + 1
      if (code === gone) continue
      for (let at = 0; at < tests.length; at++) {
        if (tests[at]?.(row)) kept[at] = (kept[at] ?? 0) + 1
      }
    }
    const counts = advertStates.map((name) => [
      name,
      name === 'expired' ? expired : (byCode[state.codeOf(name)] ?? 0),
    ])
    return {
      states: Object.fromEntries(counts) as Record<AdvertState, number>,
      filters: kept,
    }
  }

  /** Worth of the live adverts. */
  totals(serviceNow: string, hides: Hides = null): StockTotal[] {
    this.#newest ??= this.#byId()
    const ids = this.column('id')
    const state = this.column('state')
    const live = state.codeOf('live')
    const isExpired = this.#expiry(serviceNow)
    return worthOf(
      this.#newest.filter(
        (row) => state.codes[row] === live && !isExpired(row) && !hides?.(Number(ids.at(row))),
      ),
      this,
    )
  }

  /** Sums of these adverts, in whatever state they are; an id that is not in the list adds nothing. */
  sumsOf(given: Float64Array): StockSums {
    this.#newest ??= this.#byId()
    const ids = this.column('id')
    const wanted = new Uint8Array(ids.size + 1)
    for (const id of given) wanted[ids.knownCode(id)] = 1
    wanted[0] = 0
    return sumsOf(
      this.#newest.filter((row) => wanted[ids.codes[row] ?? 0] === 1),
      this,
    )
  }

  /** Number of adverts by each value of a column, those that are gone left out, the most first. */
  values(name: ListedColumn, most: number, hides: Hides = null): readonly RowCount[] {
    this.#newest ??= this.#byId()
    const { codes } = this.column(name)
    const ids = this.column('id')
    const state = this.column('state')
    const gone = state.codeOf('gone')
    const found = new Map<number, { row: number; count: number }>()
    for (const row of this.#newest) {
      const code = codes[row] ?? 0
      if (state.codes[row] === gone || hides?.(Number(ids.at(row)))) continue
      const same = found.get(code)
      if (same) same.count += 1
      else found.set(code, { row, count: 1 })
    }
    return [...found.values()].toSorted((one, other) => other.count - one.count).slice(0, most)
  }

  #byId(): Uint32Array {
    const ids = this.column('id')
    const rows = Uint32Array.from({ length: this.#last }, (_, at) => at + 1).filter(
      (row) => ids.codes[row] !== 0,
    )
    return ids.sort(rows, true)
  }

  /** The newest id first, which decides between what is equal in all that a list is sorted by. */
  #fitting(
    { states, filters = [] }: AdvertQuery,
    serviceNow: string,
    found: Found | null,
    hides: Hides,
  ): Uint32Array {
    const shown = new Set<ColumnValue>(states)
    const state = this.column('state')
    const gone = state.codeOf('gone')
    const live = state.codeOf('live')
    const kept = new Set(states.filter((each) => each !== 'expired').map((each) => state.codeOf(each)))
    const isExpired = states.length > 0 ? this.#expiry(serviceNow) : () => false
    const ids = this.column('id')
    const tests = filters.map((filter) => rowTest(filter, serviceNow, (name) => this.column(name)))
    const isFound = found && foundTest(found, (name) => this.column(name))
    const fits = (row: number): boolean => {
      for (const test of tests) if (!test(row)) return false
      if (isFound?.(row) === false) return false
      if (hides?.(Number(ids.at(row)))) return false
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

  /** Test for rows whose time is over: the rank of its date is below that of the moment. An empty date never is. */
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

/** Sort keys of a list; groups come first, by name, in the direction in which their column is sorted. */
function keysOf({ group, sort }: AdvertQuery): AdvertQuery['sort'] {
  if (group === undefined) return sort
  return [sort.find(({ column }) => column === group) ?? { column: group, descending: false }, ...sort]
}

const isPrice = (column: AdvertColumn): boolean =>
  column === 'price' || column === 'usd' || column === 'eur' || column === 'uah'

function idsOf(rows: ArrayLike<number>, id: RankedColumn): Float64Array<ArrayBuffer> {
  const ids = new Float64Array(rows.length)
  for (let at = 0; at < rows.length; at++) ids[at] = Number(id.at(rows[at] ?? 0))
  return ids
}
