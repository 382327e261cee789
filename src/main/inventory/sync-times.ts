import { z } from 'zod'
import { RowQuery } from '../storage/row-query.ts'
import { Table } from '../storage/table.ts'

const syncSchema = z.object({ syncedAt: z.string() })

const lastQuery = new RowQuery(syncSchema, 'SELECT synced_at AS syncedAt FROM syncs WHERE account_id = ?')

/** Time when the stock of each account was last synced as a whole, in cache.db. */
export class SyncTimes extends Table {
  /** Time when the last whole sync ended, ISO 8601; null before the first. */
  last(accountId: string): string | null {
    return lastQuery.first(this.db, accountId)?.syncedAt ?? null
  }

  record(accountId: string, at: string): void {
    this.db.prepare('INSERT OR REPLACE INTO syncs (account_id, synced_at) VALUES (?, ?)').run(accountId, at)
  }
}
