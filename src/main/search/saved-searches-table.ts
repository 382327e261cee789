import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { marketParams, type MarketParams } from '#shared/search/search-calls.ts'
import { inTransaction } from '../storage/database.ts'
import { RowQuery, storedFlag } from '../storage/row-query.ts'

const searchSchema = z.object({
  id: z.string(),
  name: z.string(),
  params: z.string().transform((text) => marketParams.parse(JSON.parse(text))),
  checkedAt: z.string().nullable(),
  complete: storedFlag,
  stock: storedFlag,
})
export type StoredSearch = z.infer<typeof searchSchema>

const markSchema = z.object({ mark: z.string().nullable() })
const foundSchema = z.object({ id: z.number(), firstAt: z.string(), lastAt: z.string() })
export type FoundAdvert = z.infer<typeof foundSchema>

/** Saved searches and when each advert was first and last found by them, in cache.db. */
export class SavedSearchesTable {
  readonly #db: DatabaseSync
  readonly #all: RowQuery<typeof searchSchema>
  readonly #mark: RowQuery<typeof markSchema>
  readonly #found: RowQuery<typeof foundSchema>

  constructor(db: DatabaseSync) {
    this.#db = db
    this.#all = new RowQuery(
      db,
      searchSchema,
      `SELECT id, name, params, checked_at AS checkedAt, complete, stock FROM market_searches
       WHERE account_id = ? ORDER BY saved_at, id`,
    )
    this.#mark = new RowQuery(
      db,
      markSchema,
      `SELECT group_concat(id || name || coalesce(checked_at, ''), '|') AS mark FROM market_searches
       WHERE account_id = ? AND stock`,
    )
    this.#found = new RowQuery(
      db,
      foundSchema,
      'SELECT id, first_at AS firstAt, last_at AS lastAt FROM market_found WHERE search_id = ? ORDER BY id DESC',
    )
  }

  all(accountId: string): StoredSearch[] {
    return this.#all.all(accountId)
  }

  /** What the searches found last whose adverts are the dealer's own. */
  ofStock(accountId: string): { id: string; name: string; found: number[] }[] {
    return this.all(accountId)
      .filter(({ stock }) => stock)
      .map(({ id, name, checkedAt }) => ({
        id,
        name,
        found: this.found(id).flatMap((each) => (each.lastAt === checkedAt ? [each.id] : [])),
      }))
  }

  /** If it is the same twice, `ofStock` answers the same. */
  stockMark(accountId: string): string {
    return this.#mark.one(accountId).mark ?? ''
  }

  /** The adverts of the search are the dealer's own, or no longer. */
  markStock(accountId: string, id: string, stock: boolean): void {
    this.#db
      .prepare('UPDATE market_searches SET stock = ? WHERE account_id = ? AND id = ?')
      .run(Number(stock), accountId, id)
  }

  found(searchId: string): FoundAdvert[] {
    return this.#found.all(searchId)
  }

  add(accountId: string, id: string, name: string, params: MarketParams, savedAt: string): void {
    this.#db
      .prepare('INSERT INTO market_searches (id, account_id, name, params, saved_at) VALUES (?, ?, ?, ?, ?)')
      .run(id, accountId, name, JSON.stringify(params), savedAt)
  }

  remove(accountId: string, id: string): void {
    inTransaction(this.#db, () => {
      const { changes } = this.#db
        .prepare('DELETE FROM market_searches WHERE account_id = ? AND id = ?')
        .run(accountId, id)
      if (changes > 0) this.#db.prepare('DELETE FROM market_found WHERE search_id = ?').run(id)
    })
  }

  /** Keeps what a check found at this moment; adverts of earlier checks stay with the time when they were last found. */
  check(searchId: string, ids: readonly number[], complete: boolean, at: string): void {
    inTransaction(this.#db, () => {
      const put = this.#db.prepare(
        `INSERT INTO market_found (search_id, id, first_at, last_at) VALUES (?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET last_at = excluded.last_at`,
      )
      for (const id of ids) put.run(searchId, id, at, at)
      this.#db
        .prepare('UPDATE market_searches SET checked_at = ?, complete = ? WHERE id = ?')
        .run(at, Number(complete), searchId)
    })
  }
}
