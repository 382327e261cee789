import { storedJson } from '../storage/stored-json.ts'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { marketParams, type MarketParams } from '#shared/search/search-calls.ts'
import { inTransaction } from '../storage/transactions.ts'
import { RowQuery, storedFlag } from '../storage/row-query.ts'

const ownSchema = z.object({
  id: z.string(),
  name: z.string(),
  params: storedJson.pipe(marketParams),
  stock: storedFlag,
})
export type OwnSearch = z.infer<typeof ownSchema>

/**
 * The searches that the dealer saved: names, parameters, and whether their adverts are the dealer's own. No service knows
 * that, so it outlives the cache. An older version had it there: it is brought over when it is first asked for.
 */
export class OwnSearches {
  readonly #cache: DatabaseSync
  readonly #own: DatabaseSync
  #isReady = false

  constructor(cache: DatabaseSync, own: DatabaseSync) {
    this.#cache = cache
    this.#own = own
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

  get #db(): DatabaseSync {
    if (!this.#isReady) this.#bringOver()
    this.#isReady = true
    return this.#own
  }

  /** Afterwards a row of the cache has no moment at which it was saved: it says only what was found. */
  #bringOver(): void {
    const older = this.#cache
      .prepare(
        `SELECT id, account_id, name, params, saved_at, stock FROM market_searches WHERE saved_at <> ''`,
      )
      .all()
    if (older.length === 0) return
    const put = this.#own.prepare(
      'INSERT OR IGNORE INTO saved_searches (id, account_id, name, params, saved_at, stock) VALUES (?, ?, ?, ?, ?, ?)',
    )
    inTransaction(this.#own, () => {
      for (const search of older) put.run(...Object.values(search))
    })
    this.#cache.exec(`UPDATE market_searches SET name = '', params = '[]', saved_at = '', stock = 0`)
  }
}
