import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { rowStates, type RowState } from '#shared/batch/row.ts'
import {
  openCreateSchema,
  readSendable,
  storedRowSchema,
  type OpenCreate,
  type SendableRow,
  type StoredRow,
} from './journal-row.ts'
import type { PlannedRow } from '../../writes/planned-row.ts'
import type { Step } from './outcome.ts'

/** What may be picked next: rows in flight are left out, and so are creates while enough of them are. */
export interface Pick {
  readonly inFlight: readonly number[]
  readonly creates: boolean
  readonly others: boolean
}

/** How many planned rows a pick looks at, so that a file which names one advert 100,000 times costs no more. */
const pickDepth = 64

/** The journal's rows. Each method is one statement, and a transaction of its own unless the caller holds one. */
export class RowsTable {
  readonly #db: DatabaseSync
  readonly #insert: StatementSync
  readonly #pick: StatementSync
  readonly #claim: StatementSync
  readonly #close: StatementSync

  constructor(db: DatabaseSync) {
    this.#db = db
    this.#insert = db.prepare(
      `INSERT INTO rows (batch, line, operation, state, auto_id, payload, before, problems, cells, fingerprint, error_code, overwrite)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    // Without statistics the planner walks (batch, line) through all rows that are done already: both indexes are pinned.
    this.#pick = db.prepare(
      `SELECT * FROM rows AS r INDEXED BY rows_by_state
       WHERE r.batch = :batch AND r.state = 'planned'
         AND r.line <= coalesce((
           SELECT line FROM rows INDEXED BY rows_by_state WHERE batch = :batch AND state = 'planned' ORDER BY line LIMIT 1 OFFSET ${pickDepth}), 9e15)
         AND r.id NOT IN (SELECT value FROM json_each(:inFlight))
         AND CASE r.operation WHEN 'create' THEN :creates ELSE :others END
         AND (r.auto_id IS NULL OR NOT EXISTS (
           SELECT 1 FROM rows AS earlier INDEXED BY rows_by_advert
           WHERE earlier.auto_id = r.auto_id AND earlier.batch = r.batch AND earlier.line < r.line
             AND earlier.state IN ('planned', 'sending', 'unknown', 'conflict')))
       ORDER BY r.line LIMIT 1`,
    )
    this.#claim = db.prepare(
      `UPDATE rows SET state = 'sending', attempts = attempts + 1, error_code = NULL, error_detail = NULL, updated_at = ?
       WHERE id = ? AND state = 'planned' RETURNING id`,
    )
    this.#close = db.prepare(
      `UPDATE rows SET state = ?, auto_id = coalesce(?, auto_id), outcome_source = ?, doubt = ?, error_code = ?,
         error_detail = ?, updated_at = ?
       WHERE id = ? AND state = ? RETURNING id`,
    )
  }

  insert(batch: number, row: PlannedRow): void {
    this.#insert.run(
      batch,
      row.line,
      row.operation,
      row.state,
      row.operation === 'create' ? null : row.autoId,
      JSON.stringify(row.payload),
      JSON.stringify(row.before),
      JSON.stringify(row.problems),
      row.cells && JSON.stringify(row.cells),
      row.fingerprint,
      row.errorCode ?? null,
      row.overwrite ? 1 : 0,
    )
  }

  /** The first planned row that may go now: no earlier row of the same advert is open. */
  pick(batch: number, { inFlight, creates, others }: Pick): SendableRow | null {
    const row = this.#pick.get({
      batch,
      inFlight: JSON.stringify(inFlight),
      creates: creates ? 1 : 0,
      others: others ? 1 : 0,
    })
    return row ? readSendable(row) : null
  }

  /** Takes a planned row for sending; false when somebody else took or cancelled it meanwhile. */
  claim(id: number, at: string): boolean {
    return this.#claim.get(at, id) !== undefined
  }

  /** Moves a row from `from`; false when it isn't there any more. A created id is given only with `done`. */
  step(id: number, from: RowState, step: Step, at: string, createdId: number | null = null): boolean {
    const { state, source, doubt, error } = step
    const moved = this.#close.get(
      state,
      createdId,
      source,
      doubt ? 1 : 0,
      error?.code ?? null,
      error?.detail ?? null,
      at,
      id,
      from,
    )
    return moved !== undefined
  }

  /** @returns the row of that line, or null */
  find(batch: number, line: number): StoredRow | null {
    const row = this.#db.prepare('SELECT * FROM rows WHERE batch = ? AND line = ?').get(batch, line)
    return row ? storedRowSchema.parse(row) : null
  }

  page(batch: number, state: RowState | null, offset: number, limit: number): StoredRow[] {
    const where = state === null ? '' : 'AND state = :state'
    const named = state === null ? {} : { state }
    return this.#db
      .prepare(`SELECT * FROM rows WHERE batch = :batch ${where} ORDER BY line LIMIT :limit OFFSET :offset`)
      .all({ batch, limit, offset, ...named })
      .map((row) => storedRowSchema.parse(row))
  }

  /** Every row in the order of the file, read in pages so that 100,000 of them never stand in memory. */
  *walk(batch: number, states: readonly RowState[] = rowStates): Generator<StoredRow> {
    const page = this.#db.prepare(
      `SELECT * FROM rows WHERE batch = ? AND line > ? AND state IN (SELECT value FROM json_each(?))
       ORDER BY line LIMIT 200`,
    )
    for (let after = -1; ;) {
      const rows = page.all(batch, after, JSON.stringify(states)).map((row) => storedRowSchema.parse(row))
      yield* rows
      const last = rows.at(-1)
      if (!last) return
      after = last.line
    }
  }

  /** Creates of an account, whatever their batch, that are in doubt or on the wire. */
  openCreates(accountId: string): OpenCreate[] {
    return this.#db
      .prepare(
        `SELECT rows.id AS row, payload, rows.state AS state,
           (SELECT min(started_at) FROM attempts WHERE row = rows.id AND kind = 'send') AS firstSentAt
         FROM rows JOIN batches ON batches.seq = rows.batch
         WHERE rows.state IN ('sending', 'unknown') AND rows.operation = 'create' AND account_id = ? ORDER BY rows.id`,
      )
      .all(accountId)
      .map((row) => openCreateSchema.parse(row))
  }

  /** Rows that were on the wire when their process ended are in doubt, whatever they were. */
  doubtSending(at: string): number {
    const { changes } = this.#db
      .prepare(
        `UPDATE rows SET state = 'unknown', doubt = 1, error_code = 'crashed', error_detail = NULL, updated_at = ?
         WHERE state = 'sending'`,
      )
      .run(at)
    return Number(changes)
  }

  /** Takes planned rows out of a cancelled batch. What an earlier attempt may have done is not forgotten. */
  skipPlanned(batch: number, at: string): void {
    this.#db
      .prepare(
        `UPDATE rows SET state = iif(doubt, 'unknown', 'skipped'), error_code = iif(doubt, 'cancelled', NULL), updated_at = ?
         WHERE batch = ? AND state = 'planned'`,
      )
      .run(at, batch)
  }

  /** Plans failed rows again, except where a later row of the same advert is done: the older must not win. */
  retryFailed(batch: number, at: string): number {
    const { changes } = this.#db
      .prepare(
        `UPDATE rows SET state = 'planned', outcome_source = NULL, error_code = NULL, error_detail = NULL, updated_at = ?
         WHERE batch = ? AND state = 'failed' AND NOT EXISTS (
           SELECT 1 FROM rows AS later WHERE later.auto_id = rows.auto_id AND later.batch = rows.batch
             AND later.line > rows.line AND later.state = 'done')`,
      )
      .run(at, batch)
    return Number(changes)
  }

  /** Which of these rows' likes went out before, or wait in an open batch, to the same account, outside the batch itself. */
  sentBefore(accountId: string, fingerprints: readonly string[], butBatch = -1): Set<string> {
    const rows = this.#db
      .prepare(
        `SELECT DISTINCT fingerprint FROM rows JOIN batches ON batches.seq = rows.batch
         WHERE fingerprint IN (SELECT value FROM json_each(?)) AND account_id = ? AND batch <> ?
           AND (rows.state IN ('sending', 'done', 'unknown') OR rows.state = 'planned' AND preview = 0
             AND batches.state IN ('ready', 'running', 'waiting', 'paused'))`,
      )
      .all(JSON.stringify(fingerprints), accountId, butBatch)
    return new Set(rows.map((row) => String(row.fingerprint)))
  }
}
