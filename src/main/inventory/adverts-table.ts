import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { AdvertQuery, AdvertRow, AdvertState } from '#shared/inventory/advert.ts'
import { inTransaction } from '../storage/database.ts'
import { advertIdsQuery } from './adverts-query.ts'
import { sortKey } from './sort-key.ts'

/** An advert ready for the cache: the grid's columns, and what only the detail pane and the search need. */
export interface CachedAdvert extends Omit<AdvertRow, 'state'> {
  readonly state: Exclude<AdvertState, 'expired'>
  readonly userId: number | null
  readonly description: string
  /** The record as the service gave it, JSON. */
  readonly record: string
}

export interface PricePoint {
  readonly at: string
  readonly usd: number | null
  readonly uah: number | null
  readonly state: AdvertState
}

const rowColumns = `id, title, make_id AS makeId, make, model_id AS modelId, model, version, year, mileage, usd, eur, uah,
  main_currency AS mainCurrency, city, state, added_at AS addedAt, updated_at AS updatedAt, expires_at AS expiresAt,
  photo, read_at AS readAt, pending`

type StoredRow = Omit<AdvertRow, 'pending'> & { pending: number | boolean }

/**
 * The cached adverts of all accounts, in cache.db.
 * `expired` is never stored: it is a live advert whose time has passed by the `serviceNow` of the asking.
 */
export class AdvertsTable {
  readonly #db: DatabaseSync
  readonly #upsert
  readonly #record
  readonly #textOut
  readonly #textIn
  readonly #history
  readonly #lastPoint

  constructor(db: DatabaseSync) {
    this.#db = db
    this.#upsert = db.prepare(upsertSql)
    this.#record = db.prepare(`INSERT INTO advert_records (advert, description, record) VALUES (?, ?, ?)
      ON CONFLICT (advert) DO UPDATE SET description = excluded.description, record = excluded.record`)
    this.#textOut = db.prepare('DELETE FROM advert_text WHERE rowid = ?')
    this.#textIn = db.prepare(
      'INSERT INTO advert_text (rowid, title, make, model, version, city, description) VALUES (?, ?, ?, ?, ?, ?, ?)',
    )
    this.#history = db.prepare(
      'INSERT OR REPLACE INTO advert_history (account_id, id, at, usd, uah, state) VALUES (?, ?, ?, ?, ?, ?)',
    )
    this.#lastPoint = db.prepare(
      'SELECT usd, uah, state FROM advert_history WHERE account_id = ? AND id = ? ORDER BY at DESC LIMIT 1',
    )
  }

  /** Writes adverts in one transaction; a changed price or state adds a point to the advert's history. */
  save(accountId: string, adverts: readonly CachedAdvert[]): void {
    inTransaction(this.#db, () => {
      for (const advert of adverts) this.#saveOne(accountId, advert)
    })
  }

  #saveOne(accountId: string, advert: CachedAdvert): void {
    const { rowid } = this.#upsert.get(upsertValues(accountId, advert)) as { rowid: number }
    this.#record.run(rowid, advert.description, advert.record)
    this.#textOut.run(rowid)
    this.#textIn.run(
      rowid,
      advert.title,
      advert.make,
      advert.model,
      advert.version,
      advert.city,
      advert.description,
    )
    this.#addPoint(accountId, advert)
  }

  #addPoint(accountId: string, { id, usd, uah, state, readAt }: CachedAdvert): void {
    const last = this.#lastPoint.get(accountId, id) as Omit<PricePoint, 'at'> | undefined
    if (last?.usd === usd && last.uah === uah && last.state === state) return
    this.#history.run(accountId, id, readAt, usd, uah, state)
  }

  /** Ids of the owner's adverts that fit, in order. */
  ids(accountId: string, userId: number, query: AdvertQuery, serviceNow: string): Float64Array<ArrayBuffer> {
    const { sql, values } = advertIdsQuery(accountId, userId, query, serviceNow)
    const statement = this.#db.prepare(sql)
    statement.setReturnArrays(true)
    const rows = statement.all(...values) as unknown as [number][]
    return Float64Array.from(rows, ([id]) => id)
  }

  /** Rows in the order of `ids`; an id that isn't cached is left out. */
  rows(accountId: string, ids: readonly number[], serviceNow: string): AdvertRow[] {
    const found = this.#db
      .prepare(
        `SELECT ${rowColumns} FROM adverts WHERE account_id = ? AND id IN (SELECT value FROM json_each(?))`,
      )
      .all(accountId, JSON.stringify(ids)) as unknown as StoredRow[]
    const byId = new Map(found.map((row) => [row.id, shown(row, serviceNow)]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }

  /** One advert with its text and whole record, or undefined. */
  find(accountId: string, id: number): CachedAdvert | undefined {
    const found = this.#db
      .prepare(
        `SELECT ${rowColumns}, user_id AS userId, description, record FROM adverts JOIN advert_records ON advert = adverts.rowid
         WHERE account_id = ? AND id = ?`,
      )
      .get(accountId, id) as (Omit<CachedAdvert, 'pending'> & { pending: number }) | undefined
    return found && { ...found, pending: found.pending === 1 }
  }

  history(accountId: string, id: number): PricePoint[] {
    return this.#db
      .prepare('SELECT at, usd, uah, state FROM advert_history WHERE account_id = ? AND id = ? ORDER BY at')
      .all(accountId, id) as unknown as PricePoint[]
  }

  /** What the batch checks compare a file with: one entry for each id that is cached. */
  facts(accountId: string, ids: readonly number[]): AdvertFacts[] {
    return this.#db
      .prepare(
        `SELECT id, title, user_id AS userId, make_id AS makeId, make, model_id AS modelId, model, usd, eur, uah,
           main_currency AS mainCurrency, version, state, pending, description, added_at AS addedAt, read_at AS readAt
         FROM adverts JOIN advert_records ON advert = adverts.rowid
         WHERE account_id = ? AND id IN (SELECT value FROM json_each(?))`,
      )
      .all(accountId, JSON.stringify(ids)) as unknown as AdvertFacts[]
  }

  /** The name of a make or model as adverts show it, or undefined while none did. */
  learnedName(kind: 'make' | 'model', id: number): string | undefined {
    const sql = `SELECT ${kind} AS name FROM adverts WHERE ${kind}_id = ? AND ${kind} <> '' ORDER BY rowid DESC LIMIT 1`
    return (this.#db.prepare(sql).get(id) as { name: string } | undefined)?.name
  }

  /** Marks an advert that the service no longer has; it stays readable. */
  markGone(accountId: string, ids: readonly number[], readAt: string): void {
    inTransaction(this.#db, () => {
      for (const id of ids) {
        const gone = this.#db
          .prepare(
            `UPDATE adverts SET state = 'gone', pending = 0, read_at = ? WHERE account_id = ? AND id = ? AND state <> 'gone'
             RETURNING usd, uah`,
          )
          .get(readAt, accountId, id) as { usd: number | null; uah: number | null } | undefined
        if (gone) this.#history.run(accountId, id, readAt, gone.usd, gone.uah, 'gone')
      }
    })
  }

  /** Ids of the owner's adverts that are not gone: what a sync without the service's own list reads again. */
  knownIds(accountId: string, userId: number): number[] {
    const rows = this.#db
      .prepare(
        `SELECT id FROM adverts WHERE account_id = ? AND user_id = ? AND state <> 'gone' ORDER BY read_at, id`,
      )
      .all(accountId, userId) as unknown as { id: number }[]
    return rows.map(({ id }) => id)
  }

  count(accountId: string, userId: number): number {
    const sql = `SELECT count(*) AS adverts FROM adverts WHERE account_id = ? AND user_id = ? AND state <> 'gone'`
    return (this.#db.prepare(sql).get(accountId, userId) as { adverts: number }).adverts
  }

  syncedAt(accountId: string): string | null {
    const row = this.#db.prepare('SELECT synced_at FROM syncs WHERE account_id = ?').get(accountId)
    return (row as { synced_at: string } | undefined)?.synced_at ?? null
  }

  noteSync(accountId: string, at: string): void {
    this.#db.prepare('INSERT OR REPLACE INTO syncs (account_id, synced_at) VALUES (?, ?)').run(accountId, at)
  }
}

export interface AdvertFacts {
  readonly id: number
  readonly title: string
  readonly userId: number | null
  readonly makeId: number | null
  readonly make: string
  readonly modelId: number | null
  readonly model: string
  readonly usd: number | null
  readonly eur: number | null
  readonly uah: number | null
  readonly mainCurrency: string
  readonly version: string
  readonly description: string
  readonly state: AdvertState
  readonly pending: number
  readonly addedAt: string
  readonly readAt: string
}

/** The row as it is at `serviceNow`, a moment in the service's own form. */
export const shown = (row: StoredRow, serviceNow: string): AdvertRow => ({
  ...row,
  pending: Boolean(row.pending),
  state: row.state === 'live' && row.expiresAt !== '' && row.expiresAt < serviceNow ? 'expired' : row.state,
})

const stored = [
  'account_id',
  'id',
  'user_id',
  'title',
  'title_key',
  'make_id',
  'make',
  'make_key',
  'model_id',
  'model',
  'model_key',
  'version',
  'version_key',
  'year',
  'mileage',
  'usd',
  'eur',
  'uah',
  'main_currency',
  'city',
  'city_key',
  'state',
  'added_at',
  'updated_at',
  'expires_at',
  'photo',
  'read_at',
  'pending',
] as const

const upsertSql = `INSERT INTO adverts (${stored.join(', ')}) VALUES (${stored.map((name) => `:${name}`).join(', ')})
  ON CONFLICT (account_id, id) DO UPDATE SET ${stored
    .slice(2)
    .map((name) => `${name} = excluded.${name}`)
    .join(', ')}
  RETURNING rowid`

const upsertValues = (
  accountId: string,
  advert: CachedAdvert,
): Record<(typeof stored)[number], SQLInputValue> => ({
  account_id: accountId,
  id: advert.id,
  user_id: advert.userId,
  title: advert.title,
  title_key: sortKey(advert.title),
  make_id: advert.makeId,
  make: advert.make,
  make_key: sortKey(advert.make),
  model_id: advert.modelId,
  model: advert.model,
  model_key: sortKey(advert.model),
  version: advert.version,
  version_key: sortKey(advert.version),
  year: advert.year,
  mileage: advert.mileage,
  usd: advert.usd,
  eur: advert.eur,
  uah: advert.uah,
  main_currency: advert.mainCurrency,
  city: advert.city,
  city_key: sortKey(advert.city),
  state: advert.state,
  added_at: advert.addedAt,
  updated_at: advert.updatedAt,
  expires_at: advert.expiresAt,
  photo: advert.photo,
  read_at: advert.readAt,
  pending: advert.pending ? 1 : 0,
})
