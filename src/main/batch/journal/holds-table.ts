import { type UnknownSends, unknownSendsSchema } from '#shared/batch/unknown-sends.ts'
import { StrictQuery } from '../../storage/row-query.ts'
import { z } from 'zod'
import { Table } from '../../storage/table.ts'

/**
 * Recoveries after which even the batches of some sends are unknown: when, and how many sends are missing, NULL if that
 * isn't known either.
 */
export const unknownSendsTables = `
CREATE TABLE unknown_sends (
  at TEXT NOT NULL,
  sends INTEGER
) STRICT;`

/** Sends of which a recovered journal knows nothing: any create may be one of them. */
export class UnknownSendsTable extends Table {
  /** @param at the time of the recovery, ISO 8601 */
  add(at: string, sends: number | null): void {
    this.db.prepare('INSERT INTO unknown_sends (at, sends) VALUES (?, ?)').run(at, sends)
  }

  /** Those of the last such recovery; null if there was none. */
  last(): UnknownSends | null {
    return (
      new StrictQuery(
        unknownSendsSchema,
        'SELECT at, sends FROM unknown_sends ORDER BY rowid DESC LIMIT 1',
      ).first(this.db) ?? null
    )
  }
}

/** Times in ms since 1970. */
export const holdsSchema = `
CREATE TABLE holds (
  account_id TEXT PRIMARY KEY,
  set_at INTEGER NOT NULL,
  until INTEGER NOT NULL
) STRICT;`

const holdSchema = z.object({ setAt: z.int(), until: z.int() })

/** Until when the service asked an account to send nothing (Retry-After): kept over a pause, a kill and a restart. */
export class HoldsTable extends Table {
  /** @param now and until in ms since 1970 */
  set(accountId: string, now: number, until: number): void {
    this.db
      .prepare('INSERT OR REPLACE INTO holds (account_id, set_at, until) VALUES (?, ?, ?)')
      .run(accountId, Math.round(now), Math.round(until))
  }

  /** A person who saw the wait sends all the same; the service says again what it asks for. */
  lift(accountId: string): void {
    this.db.prepare('DELETE FROM holds WHERE account_id = ?').run(accountId)
  }

  /**
   * Time when the account may send again, ms since 1970; null if it may now. A clock that was set back since makes
   * the wait no longer than the service asked for.
   */
  until(accountId: string, now: number): number | null {
    const sql = 'SELECT set_at AS setAt, until FROM holds WHERE account_id = ?'
    const hold = new StrictQuery(holdSchema, sql).first(this.db, accountId)
    if (!hold) return null
    const { setAt, until } = hold
    return until > now ? Math.min(until, now + until - setAt) : null
  }
}
