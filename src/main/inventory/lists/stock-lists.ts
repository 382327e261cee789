import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { z } from 'zod'
import type { AdvertColumn, AdvertQuery } from '#shared/inventory/advert.ts'
import { RowQuery } from '../../storage/row-query.ts'
import type { ColumnValue } from './ranked-column.ts'
import { columnsOf, StockList } from './stock-list.ts'
import { TextSearch } from './text-search.ts'

/** How each column sorts: texts by their dictionary key, numbers and times as they are. */
export const sortColumns = {
  id: 'id',
  title: 'title_key',
  make: 'make_key',
  model: 'model_key',
  version: 'version_key',
  year: 'year',
  mileage: 'mileage',
  usd: 'usd',
  eur: 'eur',
  uah: 'uah',
  city: 'city_key',
  state: 'state',
  addedAt: 'added_at',
  updatedAt: 'updated_at',
  expiresAt: 'expires_at',
  readAt: 'read_at',
} as const satisfies Record<AdvertColumn, string>

/** A row of `adverts` by its columns: those that lists are made from. */
export type ListedValues = Readonly<Record<(typeof sortColumns)[AdvertColumn], ColumnValue>>

/** Rows that are loaded in one step, some 5 ms long. */
const loadedAtOnce = 2_000

const versionSchema = z.object({ data_version: z.number() })

/**
 * The rows of an owner after a row, in the order of their numbers. The `+` keeps SQLite from looking them up by account,
 * which would have them sorted afterwards.
 */
export const loadSql = (columns: readonly AdvertColumn[]): string =>
  `SELECT rowid, ${columns.map((column) => sortColumns[column]).join(', ')} FROM adverts
  WHERE rowid > ? AND +account_id = ? AND +user_id = ? ORDER BY rowid LIMIT ${loadedAtOnce}`

/**
 * Lists of ids, made in memory: SQLite would sort a hundred thousand wide rows for each, and an index for every column
 * and direction would cost each save more than the rest of it. Columns are loaded when a list first needs them and
 * follow what is saved; another process that writes the cache makes them load anew.
 */
export class StockLists {
  readonly #db: DatabaseSync
  readonly #lists = new Map<string, StockList>()
  readonly #dataVersion: RowQuery<typeof versionSchema>
  readonly #search: TextSearch
  #version: number

  constructor(db: DatabaseSync) {
    this.#db = db
    this.#search = new TextSearch(db)
    this.#dataVersion = new RowQuery(db, versionSchema, 'PRAGMA data_version')
    this.#version = this.#dataVersion.one().data_version
  }

  /** Loads what lists by these columns need, a step for each turn; done at once if it is loaded already. */
  *loading(accountId: string, userId: number, columns: readonly AdvertColumn[]): Generator<void, void> {
    const list = this.#listOf(accountId, userId)
    const missing = list.missing(columns)
    if (missing.length === 0) return
    const rows = this.#db.prepare(loadSql(missing))
    rows.setReturnArrays(true)
    for (let last: number | undefined = 0; last !== undefined; yield)
      last = loadAfter(list, missing, rows, [last, accountId, userId])
    list.loaded(missing)
  }

  /** Ids of the owner's adverts that fit, in order. */
  ids(accountId: string, userId: number, query: AdvertQuery, serviceNow: string): Float64Array<ArrayBuffer> {
    const loading = this.loading(accountId, userId, columnsOf(query))
    while (!loading.next().done);
    return this.#listOf(accountId, userId).ids(query, serviceNow, this.#search.find(query.text))
  }

  /** Follows a save. `userId` is whose advert it is now. */
  saved(accountId: string, userId: number | null, row: number, values: ListedValues): void {
    for (const [owner, list] of this.#lists) {
      if (owner === keyOf(accountId, userId)) list.put(row, (column) => values[sortColumns[column]])
      else if (owner.startsWith(`${accountId} `)) list.remove(row)
    }
  }

  /** Follows a change of some values of an advert that stays this owner's. */
  changed(
    accountId: string,
    userId: number | null,
    row: number,
    values: Readonly<Partial<Record<AdvertColumn, ColumnValue>>>,
  ): void {
    this.#lists.get(keyOf(accountId, userId))?.change(row, values)
  }

  /** Loads anew before the next list: what was saved was rolled back. */
  forget(): void {
    this.#lists.clear()
  }

  #listOf(accountId: string, userId: number): StockList {
    const { data_version: version } = this.#dataVersion.one()
    if (version !== this.#version) this.forget()
    this.#version = version
    const key = keyOf(accountId, userId)
    const known = this.#lists.get(key)
    if (known && !known.isOvergrown) return known
    const list = new StockList()
    this.#lists.set(key, list)
    return list
  }
}

const keyOf = (accountId: string, userId: number | null): string => `${accountId} ${userId ?? ''}`

/** @returns the number of the last row that was loaded, undefined if there was none */
function loadAfter(
  list: StockList,
  columns: readonly AdvertColumn[],
  statement: StatementSync,
  values: readonly [number, string, number],
): number | undefined {
  const rows = statement.all(...values) as unknown as [number, ...ColumnValue[]][]
  list.load(columns, rows)
  return rows.at(-1)?.[0]
}
