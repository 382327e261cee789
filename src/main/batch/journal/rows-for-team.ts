import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { operations } from '#shared/batch/operation.ts'
import { rowStates } from '#shared/batch/row.ts'
import { StrictQuery } from '../../storage/row-query.ts'
import { flag, json } from './journal-row.ts'
import { Writes } from './writes.ts'

/** A row of this desk as the team's server knows it. */
export interface OwnWriteOfTeam {
  readonly key: string
  readonly attempt: number
  readonly operation: (typeof operations)[number]
  readonly fingerprint: string
  readonly stockKey: string | null
  /** Number of the create among equal ones; null if that isn't known any more. */
  readonly copy?: number | null
  readonly autoId: number | null
  readonly payload: object
  readonly before: object
  readonly state: (typeof rowStates)[number]
  /** An attempt may have been executed without a proof of it. */
  readonly doubt: boolean
  readonly at: string | null
}

const ownSchema = z.object({
  id: z.int(),
  key: z.string(),
  attempt: z.int(),
  operation: z.enum(operations),
  fingerprint: z.string(),
  stockKey: z.string().nullable(),
  autoId: z.int().nullable(),
  payload: json.pipe(z.looseObject({})),
  before: json.pipe(z.looseObject({})),
  state: z.enum(rowStates),
  doubt: flag,
  at: z.string().nullable(),
})

const ownColumns = `r.id, batches.id || '/' || r.line AS key, r.attempts AS attempt, r.operation, r.fingerprint,
  (SELECT key FROM keyed_rows WHERE keyed_rows.row = r.id) AS stockKey, r.auto_id AS autoId, r.payload, r.before, r.state,
  r.doubt, r.updated_at AS at`

/** Rows that are read of the journal at once. */
const pageSize = 500

/** The rows of this desk as its team has to know them. */
export class RowsForTeam {
  readonly #db: DatabaseSync
  readonly #writes: Writes

  constructor(db: DatabaseSync) {
    this.#db = db
    this.#writes = new Writes(db)
  }

  /** The row of this desk with that key, or null. */
  own(accountId: string, key: string): OwnWriteOfTeam | null {
    const at = key.lastIndexOf('/')
    return (
      new StrictQuery(
        ownSchema,
        `SELECT ${ownColumns} FROM rows AS r JOIN batches ON batches.seq = r.batch
         WHERE batches.id = ? AND r.line = ? AND account_id = ?`,
      ).first(this.#db, key.slice(0, at), Number(key.slice(at + 1)), accountId) ?? null
    )
  }

  /** True if the journal has the batch of a key, as it has all batches that were planned since it began. */
  hasBatchOf(accountId: string, key: string): boolean {
    const batch = key.slice(0, key.lastIndexOf('/'))
    return (
      this.#db.prepare('SELECT 1 FROM batches WHERE id = ? AND account_id = ?').get(batch, accountId) !==
      undefined
    )
  }

  /** True if anything was ever planned for an account. */
  has(accountId: string): boolean {
    return this.#db.prepare('SELECT 1 FROM batches WHERE account_id = ? LIMIT 1').get(accountId) !== undefined
  }

  /**
   * Rows from before that the team has to know: every create that was or may have been sent, and every other write in
   * doubt. In pages.
   * @param changedSince from when (ISO 8601) other writes that are done are among them, for a server that may have
   * forgotten them
   */
  *toBring(accountId: string, changedSince: string | null): Generator<readonly OwnWriteOfTeam[]> {
    const page = new StrictQuery(
      ownSchema,
      `SELECT ${ownColumns} FROM rows AS r JOIN batches ON batches.seq = r.batch
       WHERE account_id = ? AND r.id > ? AND (r.state IN ('sending', 'in-doubt')
         OR r.state = 'done' AND (r.operation = 'create' OR r.updated_at >= ?))
       ORDER BY r.id LIMIT ${pageSize}`,
    )
    for (let after = 0; ;) {
      const rows = page.all(this.#db, accountId, after, changedSince)
      if (rows.length === 0) return
      yield rows.map((row) =>
        row.operation === 'create'
          ? { ...row, copy: this.#writes.copyOf(accountId, row.id, row.fingerprint) }
          : row,
      )
      after = rows.at(-1)?.id ?? after
    }
  }
}
