import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { marketParams, type MarketParams } from '#shared/search/search-calls.ts'
import { inTransaction } from '../storage/transactions.ts'
import { RowQuery, storedFlag, storedJson } from '../storage/row-query.ts'
import { SavedTable } from '../storage/saved-table.ts'

/** Time when a saved search was checked, and what it found. */
export const searchChecksSchema = `
  CREATE TABLE market_checks (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    checked_at TEXT,
    complete INTEGER NOT NULL DEFAULT 0 CHECK (complete IN (0, 1))
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE market_found (
    search_id TEXT NOT NULL REFERENCES market_checks (id) ON DELETE CASCADE,
    id INTEGER NOT NULL,
    first_at TEXT NOT NULL,
    last_at TEXT NOT NULL,
    PRIMARY KEY (search_id, id)
  ) STRICT, WITHOUT ROWID;
`

const checkSchema = z.object({ checkedAt: z.string().nullable(), complete: storedFlag })

/** Its parameters, and whether its adverts are the dealer's own. */
const searchSchema = z.object({ params: marketParams, stock: z.boolean() })
type Search = z.infer<typeof searchSchema>

export interface StoredSearch extends Search, z.infer<typeof checkSchema> {
  readonly id: string
  readonly name: string
}

const foundSchema = z.object({ id: z.number(), firstAt: z.string(), lastAt: z.string() })
export type FoundAdvert = z.infer<typeof foundSchema>

const checkQuery = new RowQuery(
  checkSchema,
  'SELECT checked_at AS checkedAt, complete FROM market_checks WHERE id = ?',
)
const foundQuery = new RowQuery(
  foundSchema,
  'SELECT id, first_at AS firstAt, last_at AS lastAt FROM market_found WHERE search_id = ? ORDER BY id DESC',
)

/** Searches that the dealer saved; in cache.db when each advert was first and last found by them. */
export class SavedSearchesTable {
  readonly #db: DatabaseSync
  readonly #saved: SavedTable<Search>

  constructor(cache: DatabaseSync, own: DatabaseSync) {
    this.#db = cache
    this.#saved = new SavedTable(own, 'search', storedJson.pipe(searchSchema))
  }

  all(accountId: string): StoredSearch[] {
    const unchecked = { checkedAt: null, complete: false }
    return this.#saved.all(accountId).map(({ id, name, value }) => ({
      id,
      name,
      ...value,
      ...(checkQuery.first(this.#db, id) ?? unchecked),
    }))
  }

  /** Last finds of the searches whose adverts are the dealer's own. */
  ofStock(accountId: string): { id: string; name: string; found: number[] }[] {
    return this.#stock(accountId).map(({ id, name, checkedAt }) => ({
      id,
      name,
      found: this.found(id).flatMap((each) => (each.lastAt === checkedAt ? [each.id] : [])),
    }))
  }

  /** If it is the same twice, `ofStock` answers the same. */
  stockMark(accountId: string): string {
    return this.#stock(accountId)
      .map(({ id, name, checkedAt }) => `${id}${name}${checkedAt ?? ''}`)
      .join('|')
  }

  /** The adverts of the search are the dealer's own, or no longer. */
  markStock(accountId: string, id: string, stock: boolean): void {
    const search = this.#saved.all(accountId).find((each) => each.id === id)
    if (search) this.#saved.put(accountId, { ...search, value: { ...search.value, stock } })
  }

  found(searchId: string): FoundAdvert[] {
    return foundQuery.all(this.#db, searchId)
  }

  add(accountId: string, id: string, name: string, params: MarketParams, savedAt: string): void {
    this.#saved.put(accountId, { id, name, value: { params, stock: false }, savedAt })
  }

  /** The cache first: what is left after a crash in between is a search that was never checked. */
  remove(accountId: string, id: string): void {
    inTransaction(this.#db, () => {
      this.#db.prepare('DELETE FROM market_found WHERE search_id = ?').run(id)
      this.#db.prepare('DELETE FROM market_checks WHERE account_id = ? AND id = ?').run(accountId, id)
    })
    this.#saved.remove(accountId, id)
  }

  /** Keeps what a check found at this moment; adverts of earlier checks stay with the time when they were last found. */
  check(accountId: string, id: string, ids: readonly number[], complete: boolean, at: string): void {
    inTransaction(this.#db, () => {
      this.#db
        .prepare(
          `INSERT INTO market_checks (id, account_id, checked_at, complete) VALUES (?, ?, ?, ?)
           ON CONFLICT DO UPDATE SET checked_at = excluded.checked_at, complete = excluded.complete`,
        )
        .run(id, accountId, at, Number(complete))
      const put = this.#db.prepare(
        `INSERT INTO market_found (search_id, id, first_at, last_at) VALUES (?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET last_at = excluded.last_at`,
      )
      for (const each of ids) put.run(id, each, at, at)
    })
  }

  #stock(accountId: string): StoredSearch[] {
    return this.all(accountId).filter(({ stock }) => stock)
  }
}
