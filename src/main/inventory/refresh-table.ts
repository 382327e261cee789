import { z } from 'zod'
import { RowQuery } from '../storage/row-query.ts'
import { Table } from '../storage/table.ts'

/** A refresh that has not ended yet: what was read since it began is not read again by the next one. */
export const refreshesSchema = `
  CREATE TABLE refreshes (account_id TEXT PRIMARY KEY, began_at TEXT NOT NULL) STRICT, WITHOUT ROWID;
`

const beganSchema = z.object({ beganAt: z.string() })
const idSchema = z.object({ id: z.number() })

/** A refresh that ended early is gone on with for so long, in ms; later everything is read again. */
const resumedFor = 24 * 60 * 60_000

const beganQuery = new RowQuery(
  beganSchema,
  'SELECT began_at AS beganAt FROM refreshes WHERE account_id = ? AND began_at > ?',
)
const readQuery = new RowQuery(idSchema, 'SELECT id FROM adverts WHERE account_id = ? AND read_at >= ?')

/** Refreshes that were stopped, failed or were interrupted, over restarts, in cache.db. */
export class RefreshTable extends Table {
  /** Time when the refresh began that is to be gone on with, ISO 8601; null if there is none. */
  unfinished(accountId: string, now: number): string | null {
    return beganQuery.first(this.db, accountId, new Date(now - resumedFor).toISOString())?.beganAt ?? null
  }

  begin(accountId: string, at: string): void {
    this.db
      .prepare('INSERT OR REPLACE INTO refreshes (account_id, began_at) VALUES (?, ?)')
      .run(accountId, at)
  }

  end(accountId: string): void {
    this.db.prepare('DELETE FROM refreshes WHERE account_id = ?').run(accountId)
  }

  /** Ids of the adverts that were read since then. */
  readSince(accountId: string, since: string): ReadonlySet<number> {
    return new Set(readQuery.all(this.db, accountId, since).map(({ id }) => id))
  }
}
