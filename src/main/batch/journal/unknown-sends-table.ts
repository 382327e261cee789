import type { DatabaseSync } from 'node:sqlite'
import { unknownSendsSchema, type UnknownSends } from '#shared/batch/unknown-sends.ts'
import { StrictQuery } from '../../storage/row-query.ts'

/**
 * Recoveries after which not even the batches of all sends are known: when, and how many sends are missing, NULL if that
 * isn't known either.
 */
export const unknownSendsTables = `
CREATE TABLE unknown_sends (
  at TEXT NOT NULL,
  sends INTEGER
) STRICT;`

/** Sends of which a recovered journal knows nothing: any create may be one of them. */
export class UnknownSendsTable {
  readonly #db: DatabaseSync

  constructor(db: DatabaseSync) {
    this.#db = db
  }

  /** @param at the time of the recovery, ISO 8601 */
  add(at: string, sends: number | null): void {
    this.#db.prepare('INSERT INTO unknown_sends (at, sends) VALUES (?, ?)').run(at, sends)
  }

  /** Those of the last such recovery; null if there was none. */
  last(): UnknownSends | null {
    return (
      new StrictQuery(
        this.#db,
        unknownSendsSchema,
        'SELECT at, sends FROM unknown_sends ORDER BY rowid DESC LIMIT 1',
      ).first() ?? null
    )
  }
}
