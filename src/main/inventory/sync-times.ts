import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { RowQuery } from '../storage/row-query.ts'

const syncSchema = z.object({ syncedAt: z.string() })

/** Time when the stock of each account was last synced as a whole, in cache.db. */
export class SyncTimes {
  readonly #db: DatabaseSync
  readonly #last: RowQuery<typeof syncSchema>

  constructor(db: DatabaseSync) {
    this.#db = db
    this.#last = new RowQuery(db, syncSchema, 'SELECT synced_at AS syncedAt FROM syncs WHERE account_id = ?')
  }

  /** Time when the last whole sync ended, ISO 8601; null before the first. */
  last(accountId: string): string | null {
    return this.#last.first(accountId)?.syncedAt ?? null
  }

  record(accountId: string, at: string): void {
    this.#db.prepare('INSERT OR REPLACE INTO syncs (account_id, synced_at) VALUES (?, ?)').run(accountId, at)
  }
}
