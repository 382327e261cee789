import { storedJson } from '../storage/stored-json.ts'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { marketParams, type MarketParams } from '#shared/search/search-calls.ts'
import { RowQuery, storedFlag } from '../storage/row-query.ts'

/** In staged.db: what a dealer set up is no cache, which has only what they found. */
export const ownSearchesSchema = `
  CREATE TABLE saved_searches (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    name TEXT NOT NULL,
    params TEXT NOT NULL,
    saved_at TEXT NOT NULL,
    stock INTEGER NOT NULL DEFAULT 0 CHECK (stock IN (0, 1))
  ) STRICT, WITHOUT ROWID;
`

const ownSchema = z.object({
  id: z.string(),
  name: z.string(),
  params: storedJson.pipe(marketParams),
  stock: storedFlag,
})
export type OwnSearch = z.infer<typeof ownSchema>

/**
 * The searches that the dealer saved: names, parameters, and whether their adverts are the dealer's own. No service knows
 * that, so it outlives the cache.
 */
export class OwnSearches {
  readonly #db: DatabaseSync

  constructor(db: DatabaseSync) {
    this.#db = db
  }

  all(accountId: string): OwnSearch[] {
    return new RowQuery(
      this.#db,
      ownSchema,
      'SELECT id, name, params, stock FROM saved_searches WHERE account_id = ? ORDER BY saved_at, id',
    ).all(accountId)
  }

  add(accountId: string, id: string, name: string, params: MarketParams, savedAt: string): void {
    this.#db
      .prepare('INSERT INTO saved_searches (id, account_id, name, params, saved_at) VALUES (?, ?, ?, ?, ?)')
      .run(id, accountId, name, JSON.stringify(params), savedAt)
  }

  remove(accountId: string, id: string): void {
    this.#db.prepare('DELETE FROM saved_searches WHERE account_id = ? AND id = ?').run(accountId, id)
  }

  markStock(accountId: string, id: string, stock: boolean): void {
    this.#db
      .prepare('UPDATE saved_searches SET stock = ? WHERE account_id = ? AND id = ?')
      .run(Number(stock), accountId, id)
  }
}
