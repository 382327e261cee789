import type { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import {
  type AdvertQuery,
  type AdvertRow,
  type ChangedAdverts,
  type ListedColumn,
} from '#shared/inventory/advert.ts'
import type { NameColumn } from '#shared/inventory/column-lists.ts'
import { inTransaction } from '../storage/transactions.ts'
import { RowQuery, StrictQuery, reportUnreadableRecord, storedJson, Statement } from '../storage/row-query.ts'
import { AdvertFactsReader, AdvertTexts, type SavedAdvert } from './advert-facts.ts'
import { AdvertHistory } from './advert-history.ts'
import { KnownAdverts } from './known-adverts.ts'
import {
  storedRowSchema,
  cachedAdvertSchema,
  type CachedAdvert,
  pricePointSchema,
  rowsSql,
  advertsSql,
  shownRow,
  packRecord,
} from './advert-rows.ts'
import { SyncTimes } from './sync-times.ts'
import { AdvertCells, upsertSql } from './stored-columns.ts'
import { type Apart, type ApartColumn, viewColumns } from './lists/apart-columns.ts'
import { StockLists, type ListOwner, type ListScope } from './lists/stock-lists.ts'
import type { ListedIds } from './lists/stock-list.ts'
import type { StockGroup } from '#shared/inventory/inventory-calls.ts'
import { changeOf, together, unchanged, type StockChange } from './change-notes.ts'

const goneSchema = pricePointSchema
  .pick({ usd: true, eur: true, uah: true })
  .extend({ rowid: z.number(), userId: z.number().nullable() })
const rowidSchema = z.object({ rowid: z.number() })
const placeSchema = rowidSchema.extend({ userId: z.number().nullable() })
const valueSchema = z.object({ rowid: z.number(), value: z.string() })

export interface ValueCount {
  readonly value: string
  readonly count: number
}

/**
 * The cached adverts of all accounts, in cache.db.
 * `expired` is never stored: it is a live advert whose time has passed at the `serviceNow` of the query.
 */
export class AdvertsTable {
  /** Known adverts, without reading them. */
  readonly known: KnownAdverts
  /** Facts of many adverts, for checks, guards, plans and exports. */
  readonly facts: AdvertFactsReader
  readonly syncs: SyncTimes
  readonly #db: DatabaseSync
  readonly #texts: AdvertTexts
  readonly priceHistory: AdvertHistory
  readonly lists: StockLists
  /** The last loading of columns: two at once would read the same rows twice. */
  #loading: Promise<void> = Promise.resolve()

  constructor(db: DatabaseSync, apart?: Partial<Apart>) {
    this.#db = db
    this.#texts = new AdvertTexts(db)
    this.priceHistory = new AdvertHistory(db)
    this.known = new KnownAdverts(db)
    this.facts = new AdvertFactsReader(db)
    this.syncs = new SyncTimes(db)
    this.lists = new StockLists(db, apart)
  }

  /** Writes adverts in one transaction and answers what that changed; a changed price or state adds a point to the advert's history. */
  save(accountId: string, adverts: readonly CachedAdvert[]): StockChange {
    return this.#change(() => {
      const ids = JSON.stringify(adverts.map(({ id }) => id))
      const known = new Map(advertsQuery.all(this.#db, accountId, ids).map((advert) => [advert.id, advert]))
      const saved = adverts.map((advert) => {
        const before = known.get(advert.id)
        // It may be among them twice.
        known.set(advert.id, advert)
        return this.#saveOne(accountId, advert, before)
      })
      this.#texts.index(saved)
      return saved.map(({ change }) => change).reduce(together, unchanged)
    })
  }

  /** Ids of the owner's adverts that fit, in order. */
  ids(
    accountId: string,
    userId: number,
    query: AdvertQuery,
    serviceNow: string,
    { whose, hides }: ListScope = { whose: query.watched === true ? 'others' : 'own', hides: null },
  ): Float64Array<ArrayBuffer> {
    return this.lists.list({ accountId, userId, whose }, query, serviceNow, hides).ids
  }

  /** The same with the groups of a list that is grouped, under their own names. */
  grouped(
    owner: ListOwner,
    query: AdvertQuery,
    serviceNow: string,
    hides: ListScope['hides'],
  ): ListedIds<StockGroup> {
    const { ids, groups } = this.lists.list(owner, query, serviceNow, hides)
    const { group: column } = query
    const isNamed = column !== undefined && column !== 'state' && column !== 'year'
    const names = isNamed ? this.#namesOf(column, groups) : null
    return {
      ids,
      groups: groups.map(({ row, value, count, totals, overMedian, views }) => ({
        value: names ? (names.get(row) ?? '') : String(value ?? ''),
        count,
        totals,
        overMedian,
        views,
      })),
    }
  }

  /** The values of a column of names and how many adverts have each, the most first. */
  values(owner: ListOwner, column: NameColumn, most: number, hides: ListScope['hides'] = null): ValueCount[] {
    const counts = this.lists.values(owner, column, most, hides)
    const names = this.#namesOf(column, counts)
    return counts.map(({ row, count }) => ({ value: names.get(row) ?? '', count }))
  }

  /** The names that rows have, by the row: a list holds their places in a dictionary. */
  #namesOf(column: NameColumn, of: readonly { readonly row: number }[]): ReadonlyMap<number, string> {
    const rows = new StrictQuery(
      valueSchema,
      `SELECT rowid, ${column} AS value FROM adverts WHERE rowid IN (SELECT value FROM json_each(?))`,
    ).all(this.#db, JSON.stringify(of.map(({ row }) => row)))
    return new Map(rows.map(({ rowid, value }) => [rowid, value]))
  }

  /** Loads what the answer to a query is made from. */
  loadFor(owner: ListOwner, query: AdvertQuery): Promise<void> {
    return this.load(owner, this.lists.columnsFor(owner, query))
  }

  /** Loads what lists by these columns need, in steps of some ms: main answers other calls in between. */
  load(owner: ListOwner, columns: readonly ListedColumn[]): Promise<void> {
    if (columns.length === 0) return Promise.resolve()
    const loaded = this.#loading.then(() => this.#loadColumns(owner, columns))
    this.#loading = loaded.catch(() => undefined)
    return loaded
  }

  async #loadColumns(owner: ListOwner, columns: readonly ListedColumn[]): Promise<void> {
    const loading = this.lists.loading(owner, columns)
    while (this.#db.isOpen && !loading.next().done) await setImmediate()
  }

  /** Rows in the order of `ids`; an id that isn't cached is left out. */
  rows(accountId: string, ids: readonly number[], serviceNow: string): AdvertRow[] {
    const found = rowsQuery.all(this.#db, accountId, JSON.stringify(ids))
    const byId = new Map(found.map((row) => [row.id, shownRow(row, serviceNow)]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }

  /** One advert with its text and whole record, or undefined. */
  find(accountId: string, id: number): CachedAdvert | undefined {
    const found = advertsQuery.first(this.#db, accountId, `[${id}]`)
    // Unpacking failures were reported when it was read.
    if (found && found.record !== '' && !storedJson.safeParse(found.record).success)
      reportUnreadableRecord(this.#db, {
        table: 'advert_records',
        leftOut: false,
        query: 'record',
        cells: id,
      })
    return found
  }

  /** Marks adverts that the service no longer has, and answers which of them it had before; they stay readable. */
  markGone(accountId: string, ids: readonly number[], readAt: string): ChangedAdverts {
    return this.#change(() => {
      const marked: number[] = []
      for (const id of ids) {
        const gone = markGoneQuery.first(this.#db, readAt, accountId, id)
        if (!gone) continue
        marked.push(id)
        const { usd, eur, uah } = gone
        this.priceHistory.add(accountId, id, { at: readAt, usd, eur, uah, state: 'gone' })
        this.lists.changed(accountId, gone.userId, gone.rowid, { state: 'gone', readAt })
      }
      return marked.length === 0 ? unchanged : { ids: marked, columns: ['state', 'readAt'], words: false }
    })
  }

  /** The position of the advert's price was read: what that changed in lists. */
  positionRead(accountId: string, id: number): StockChange {
    return this.#apartRead(accountId, id, ['position', 'overMedian', 'compared'])
  }

  /** The days of the advert were read: what that changed in lists. */
  viewsRead(accountId: string, id: number): StockChange {
    return this.#apartRead(accountId, id, viewColumns)
  }

  #apartRead(accountId: string, id: number, columns: readonly ApartColumn[]): StockChange {
    const place = placeQuery.first(this.#db, accountId, id)
    if (place) this.lists.apartRead(accountId, place.userId, [place.rowid, id], columns)
    return { ids: [id], columns: [...columns], words: false }
  }

  /** Ids of the owner's adverts that are not gone: what a sync without the service's own list reads again. */
  knownIds(accountId: string, userId: number): Float64Array<ArrayBuffer> {
    const sort = (['readAt', 'id'] as const).map((column) => ({ column, descending: false }))
    return this.ids(accountId, userId, { text: '', states: [], sort }, '')
  }

  /** Commits the work, or forgets what lists have seen of it. */
  #change<Change extends StockChange>(work: () => Change): Change {
    try {
      return inTransaction(this.#db, work)
    } catch (error) {
      this.lists.forget()
      throw error
    }
  }

  /** Stores and indexes an advert only if it says something else than before: most syncs find nothing new. */
  #saveOne(accountId: string, advert: CachedAdvert, before: CachedAdvert | undefined): SavedAdvert {
    const cells = new AdvertCells(accountId, advert)
    const { rowid } = upsertQuery.one(this.#db, ...cells.values)
    if (before?.record !== advert.record || before.description !== advert.description)
      putRecordStatement.of(this.#db).run(rowid, advert.description, packRecord(advert.record))
    if (before) this.priceHistory.note(accountId, advert)
    // What was not cached has no history.
    else this.priceHistory.add(accountId, advert.id, { ...advert, at: advert.readAt })
    // After its prices: whether it is viewed less since they changed is one of the columns.
    this.lists.saved(accountId, advert.userId, rowid, cells)
    return { rowid, advert, before, change: changeOf(before, advert) }
  }
}

const markGoneSql = `UPDATE adverts SET state = 'gone', pending = 0, read_at = ?
  WHERE account_id = ? AND id = ? AND state <> 'gone' RETURNING usd, eur, uah, rowid, user_id AS userId`

const upsertQuery = new StrictQuery(rowidSchema, upsertSql)
const putRecordStatement =
  new Statement(`INSERT INTO advert_records (advert, description, record) VALUES (?, ?, ?)
      ON CONFLICT (advert) DO UPDATE SET description = excluded.description, record = excluded.record`)
const rowsQuery = new RowQuery(storedRowSchema, rowsSql)
const advertsQuery = new RowQuery(cachedAdvertSchema, advertsSql)
const markGoneQuery = new RowQuery(goneSchema, markGoneSql)
const placeQuery = new RowQuery(
  placeSchema,
  'SELECT rowid, user_id AS userId FROM adverts WHERE account_id = ? AND id = ?',
)
