import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { z } from 'zod'
import type { AdvertColumn, AdvertQuery, ListedColumn } from '#shared/inventory/advert.ts'
import type { StockSums, StockTotal } from '#shared/inventory/inventory-calls.ts'
import { RowQuery } from '../../storage/row-query.ts'
import { sortNames, sqlName } from '../column-names.ts'
import type { AdvertCells } from '../stored-columns.ts'
import type { ColumnValue } from './ranked-column.ts'
import type { AdvertFilter } from '#shared/inventory/advert-filter.ts'
import { pricesIn } from './advert-prices.ts'
import { FirstList, isFirstList } from './first-list.ts'
import {
  type Apart,
  apartValue,
  apartValues,
  type ApartColumn,
  isApart,
  nothingApart,
  type NumbersMark,
} from './apart-columns.ts'
import {
  type Hides,
  type ListedIds,
  type RowGroup,
  StockList,
  type RowCount,
  type StockCounts,
} from './stock-list.ts'
import { columnsOf, countedColumns, summedColumns, totalledColumns } from '#shared/inventory/list-columns.ts'
import { TextSearch } from './text-search.ts'

/** The column that lists are sorted by, a price by its worth in dollars. What is kept apart from the adverts is none. */
export const sortColumn = (column: Exclude<AdvertColumn, ApartColumn> | 'mainCurrency' | 'pending'): string =>
  column === 'mainCurrency' || column === 'pending'
    ? sqlName(column)
    : sortNames[column === 'price' ? 'usd' : column]

/**
 * Stored value in a list of a column. A photo is a yes or no; a value that is kept apart is looked up by the advert's
 * id.
 */
function listedSql(column: ListedColumn): string {
  if (isApart(column)) return 'id'
  return column === 'photo' ? `photo <> ''` : sortColumn(column)
}

const listedValue = (cells: AdvertCells, column: Exclude<ListedColumn, ApartColumn>): ColumnValue =>
  column === 'photo' ? Number(cells.at('photo') !== '') : cells.at(sortColumn(column))

/** Owners of the adverts in a list: the account itself, other sellers, or both. */
export type Whose = 'own' | 'others' | 'all'

export interface ListOwner {
  readonly accountId: string
  readonly userId: number
  readonly whose: Whose
}

/** Part of the account that a list is about. */
export interface ListScope {
  readonly whose: Whose
  /** Adverts that it leaves out, by their ids; null if it leaves out none. */
  readonly hides: ((id: number) => boolean) | null
}

/** True if an advert of this seller is in the owner's list. */
const isListed = ({ userId, whose }: ListOwner, seller: number | null): boolean =>
  whose === 'all' || (seller === userId) === (whose === 'own')

const ofSeller: Readonly<Record<Whose, string>> = {
  own: '+user_id = ?',
  others: '+user_id IS NOT ?',
  // The number of values stays the same.
  all: '? IS NOT NULL',
}

/** Values that are loaded in one step, some 5 ms long. */
const loadedAtOnce = 10_000

const versionSchema = z.object({ data_version: z.number() })

const placeSchema = z.object({ rowid: z.number(), id: z.number(), userId: z.number().nullable() })

/**
 * The rows of an owner after a row, in the order of their numbers. The `+` keeps SQLite from looking them up by account,
 * which would have them sorted afterwards.
 */
export const loadSql = (columns: readonly ListedColumn[], whose: Whose = 'own'): string =>
  `SELECT rowid, ${columns.map(listedSql).join(', ')} FROM adverts
  WHERE rowid > ? AND +account_id = ? AND ${ofSeller[whose]} ORDER BY rowid LIMIT ${Math.ceil(loadedAtOnce / columns.length)}`

const dataVersionQuery = new RowQuery(versionSchema, 'PRAGMA data_version')
const placesQuery = new RowQuery(
  placeSchema,
  `SELECT rowid, id, user_id AS userId FROM adverts
       WHERE account_id = ? AND id IN (SELECT value FROM json_each(?))`,
)

/**
 * Lists of ids, made in memory. SQLite would sort a hundred thousand wide rows for each, and an index for every column
 * and direction would dominate each save. Columns are loaded when a list first needs them and follow what is saved;
 * another process that writes the cache makes them load again.
 */
export class StockLists {
  readonly #db: DatabaseSync
  readonly #lists = new Map<string, KnownList>()
  readonly #search: TextSearch
  readonly #first: FirstList
  readonly #apart: Apart
  #version: number
  /** Day of the views in the lists; null before the first list. On another day those of the last week are others. */
  #today: string | null = null

  constructor(db: DatabaseSync, apart: Partial<Apart> = {}) {
    this.#db = db
    this.#apart = { ...nothingApart, prices: pricesIn(db), ...apart }
    this.#search = new TextSearch(db)
    this.#first = new FirstList(db)
    this.#version = dataVersionQuery.one(this.#db).data_version
  }

  /** Loads what lists by these columns need, a step for each turn; done at once if it is loaded already. */
  *loading(owner: ListOwner, columns: readonly ListedColumn[]): Generator<void, void> {
    const list = this.#listOf(owner)
    const missing = list.missing(columns)
    if (missing.length === 0) return
    const rows = this.#db.prepare(loadSql(missing, owner.whose))
    rows.setReturnArrays(true)
    const loading = { list, columns: missing, rows, apart: this.#apart }
    for (let last: number | undefined = 0; last !== undefined; yield)
      last = loadAfter(loading, [last, owner.accountId, owner.userId])
    list.loaded(missing)
  }

  /** Columns that are loaded for the answer to a query: none while its index answers it sooner. */
  columnsFor(owner: ListOwner, query: AdvertQuery): ListedColumn[] {
    return this.#isIndexed(owner, query) ? [] : columnsOf(query)
  }

  /** The owner's adverts that fit, in order, without those that it `hides`. */
  list(owner: ListOwner, query: AdvertQuery, serviceNow: string, hides: Hides = null): ListedIds<RowGroup> {
    if (this.#isIndexed(owner, query)) {
      const ids = this.#first.ids(owner.accountId, owner.userId)
      return { ids: hides ? ids.filter((id) => !hides(id)) : ids, groups: [] }
    }
    return this.#loaded(owner, columnsOf(query)).list(query, serviceNow, this.#search.find(query.text), hides)
  }

  /** Number of the owner's adverts that each filter keeps by itself, and how many are in each state. */
  counts(
    owner: ListOwner,
    filters: readonly AdvertFilter[],
    serviceNow: string,
    hides: Hides = null,
  ): StockCounts {
    return this.#loaded(owner, countedColumns(filters)).counts(filters, serviceNow, hides)
  }

  /** Worth of the owner's live adverts, by the currency of their prices. */
  totals(owner: ListOwner, serviceNow: string, hides: Hides = null): StockTotal[] {
    return this.#loaded(owner, totalledColumns).totals(serviceNow, hides)
  }

  /** Sums of these adverts of the owner. */
  sumsOf(owner: ListOwner, ids: Float64Array): StockSums {
    return this.#loaded(owner, summedColumns).sumsOf(ids)
  }

  /** Number of the owner's adverts by value of a column, by a row that has it, the most first. */
  values(owner: ListOwner, column: ListedColumn, most: number, hides: Hides = null): readonly RowCount[] {
    return this.#loaded(owner, ['id', 'state', column]).values(column, most, hides)
  }

  /** Follows a save. `userId` is whose advert it is now. */
  saved(accountId: string, userId: number | null, row: number, cells: AdvertCells): void {
    const one = [Number(cells.at('id'))] as const
    for (const { owner, list } of this.#lists.values()) {
      if (owner.accountId !== accountId) continue
      if (isListed(owner, userId))
        list.put(row, (column) =>
          isApart(column) ? apartValue(this.#apart, column, accountId, one) : listedValue(cells, column),
        )
      else list.remove(row)
    }
  }

  /** Follows a change of some values of an advert that stays this owner's. */
  changed(
    accountId: string,
    userId: number | null,
    row: number,
    values: Readonly<Partial<Record<ListedColumn, ColumnValue>>>,
  ): void {
    for (const { owner, list } of this.#lists.values())
      if (owner.accountId === accountId && isListed(owner, userId)) list.change(row, values)
  }

  /** Something was read that is kept apart from the advert. */
  apartRead(
    accountId: string,
    userId: number | null,
    [row, id]: readonly [row: number, id: number],
    columns: readonly ApartColumn[],
  ): void {
    const one = [id] as const
    const values: Partial<Record<ListedColumn, ColumnValue>> = {}
    for (const column of columns) values[column] = apartValue(this.#apart, column, accountId, one)
    this.changed(accountId, userId, row, values)
  }

  /** The advert is no longer in the cache. */
  removed(accountId: string, row: number): void {
    for (const { owner, list } of this.#lists.values()) if (owner.accountId === accountId) list.remove(row)
  }

  /** Loads again before the next list: what was saved was rolled back. */
  forget(): void {
    this.#lists.clear()
  }

  /** Columns that are loaded answer sooner than any index. */
  #isIndexed(owner: ListOwner, query: AdvertQuery): boolean {
    return (
      owner.whose === 'own' && isFirstList(query) && this.#listOf(owner).missing(columnsOf(query)).length > 0
    )
  }

  #loaded(owner: ListOwner, columns: readonly ListedColumn[]): StockList {
    const loading = this.loading(owner, columns)
    while (!loading.next().done);
    return this.#listOf(owner)
  }

  #listOf(owner: ListOwner): StockList {
    const { data_version: version } = dataVersionQuery.one(this.#db)
    const today = this.#apart.views.today()
    if (version !== this.#version || today !== this.#today) this.forget()
    this.#version = version
    this.#today = today
    const key = `${owner.accountId} ${owner.userId} ${owner.whose}`
    const known = this.#lists.get(key)
    if (known && !known.list.isOvergrown && this.#followNumbers(known)) return known.list
    const list = new StockList()
    this.#lists.set(key, { owner, list, mark: this.#apart.numbers.mark() })
    return list
  }

  /** Takes the numbers that changed since. @returns whether that could be decided */
  #followNumbers(known: KnownList): boolean {
    const { owner, list } = known
    const { numbers } = this.#apart
    const mark = numbers.mark()
    if (mark.journal === known.mark.journal && mark.step === known.mark.step) return true
    const changed = numbers.changedSince(owner.accountId, known.mark)
    if (changed === null) return false
    const values = apartValues(this.#apart, 'stockNumber', owner.accountId, changed)
    for (const { rowid, id, userId } of placesQuery.all(this.#db, owner.accountId, JSON.stringify(changed)))
      if (isListed(owner, userId)) list.change(rowid, { stockNumber: values.get(id) ?? null })
    known.mark = mark
    return true
  }
}

interface KnownList {
  readonly owner: ListOwner
  readonly list: StockList
  /** The links that its numbers are of. */
  mark: NumbersMark
}

/** @returns the number of the last row that was loaded, undefined if there was none */
function loadAfter(
  { list, columns, rows: statement, apart }: Loading,
  values: readonly [number, string, number],
): number | undefined {
  const rows = statement.all(...values) as unknown as [number, ...ColumnValue[]][]
  // Where a column of the table stands, one that is kept apart has the advert's id.
  const first = columns.findIndex(isApart)
  const ids = first < 0 ? [] : rows.map((row) => Number(row[first + 1]))
  columns.forEach((column, at) => {
    if (!isApart(column)) return
    const known = apartValues(apart, column, values[1], ids)
    rows.forEach((row, index) => (row[at + 1] = known.get(ids[index] ?? 0) ?? null))
  })
  list.load(columns, rows)
  return rows.at(-1)?.[0]
}

interface Loading {
  readonly list: StockList
  readonly columns: readonly ListedColumn[]
  readonly rows: StatementSync
  readonly apart: Apart
}
