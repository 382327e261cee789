import { z } from 'zod'
import { rowStates, type RowState } from '#shared/batch/row.ts'
import type { PlannedRow } from '../../writes/planned-row.ts'
import { unsettledCount } from './batches-schema.ts'
import { journalRowSchema, rowColumns, type JournalRow } from './journal-row.ts'
import type { RowTransition } from './outcome.ts'
import { StrictQuery, Statement } from '../../storage/row-query.ts'
import { Table } from '../../storage/table.ts'

/** State of a planned row after its batch was cancelled. */
const skipped = `state = iif(doubt, 'in-doubt', 'skipped'), error_code = iif(doubt, 'cancelled', NULL)`

/** Rows that a walk reads at once. */
const pageSize = 200

const idSchema = z.object({ id: z.int() })
const fingerprintSchema = z.object({ fingerprint: z.string() })
const nSchema = z.object({ n: z.int() })
const lineSchema = z.object({ line: z.int() })

const insertStatement =
  new Statement(`INSERT INTO rows (batch, line, operation, state, auto_id, payload, before, problems, cells, fingerprint, error_code, overwrite)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
// Rows of a cancelled batch are planned until they are left out, piece by piece.
const claimQuery = new StrictQuery(
  fingerprintSchema,
  `UPDATE rows SET state = 'sending', attempts = attempts + 1, error_code = NULL, error_detail = NULL, updated_at = ?
       WHERE id = ? AND state = 'planned' AND (SELECT state FROM batches WHERE seq = batch) <> 'cancelled'
       RETURNING fingerprint`,
)
const moveStatement =
  new Statement(`UPDATE rows SET state = ?, auto_id = coalesce(?, auto_id), outcome_source = ?, doubt = ?, error_code = ?,
         error_detail = ?, updated_at = ?
       WHERE id = ? AND state = ? RETURNING id`)

/** The journal's rows. Each method is one statement, and its own transaction unless the caller holds one. */
export class RowsTable extends Table {
  /** @returns the row's number */
  insert(batch: number, row: PlannedRow): number {
    const { lastInsertRowid } = insertStatement
      .of(this.db)
      .run(
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
    return Number(lastInsertRowid)
  }

  /** Takes a planned row for sending. @returns its fingerprint, or null if it was claimed or cancelled meanwhile */
  claim(id: number, at: string): string | null {
    return claimQuery.first(this.db, at, id)?.fingerprint ?? null
  }

  /** Moves a row from `from`; false if it is no longer in that state. A created id is given only with `done`. */
  move(
    id: number,
    from: RowState,
    transition: RowTransition,
    at: string,
    createdId: number | null = null,
  ): boolean {
    const { state, source, doubt, error } = transition
    const code = error?.code ?? null
    const detail = error?.detail ?? null
    return (
      moveStatement.of(this.db).get(state, createdId, source, doubt ? 1 : 0, code, detail, at, id, from) !==
      undefined
    )
  }

  /** @returns the row of that line, or null */
  find(batch: number, line: number): JournalRow | null {
    return (
      new StrictQuery(
        journalRowSchema,
        `SELECT ${rowColumns} FROM rows AS r WHERE r.batch = ? AND r.line = ?`,
      ).first(this.db, batch, line) ?? null
    )
  }

  page(batch: number, state: RowState | null, offset: number, limit: number): JournalRow[] {
    const filter = state === null ? '' : 'AND r.state = :state'
    const named = state === null ? {} : { state }
    return new StrictQuery(
      journalRowSchema,
      `SELECT ${rowColumns} FROM rows AS r WHERE r.batch = :batch ${filter} ORDER BY r.line LIMIT :limit OFFSET :offset`,
    ).all(this.db, { batch, limit, offset, ...named })
  }

  /** Every row in the order of the file, read in pages so that 100,000 of them are never in memory at once. */
  *walk(batch: number, states: readonly RowState[] = rowStates): Generator<JournalRow> {
    const page = new StrictQuery(
      journalRowSchema,
      `SELECT ${rowColumns} FROM rows AS r
       WHERE r.batch = ? AND r.line > ? AND r.state IN (SELECT value FROM json_each(?))
       ORDER BY r.line LIMIT ${pageSize}`,
    )
    for (let after = -1; ;) {
      const rows = page.all(this.db, batch, after, JSON.stringify(states))
      yield* rows
      const last = rows.at(-1)
      if (!last) return
      after = last.line
    }
  }

  /** The ids of the batch's rows that are in this state now, in the order of the file. */
  idsIn(batch: number, state: RowState): number[] {
    return new StrictQuery(idSchema, 'SELECT id FROM rows WHERE batch = ? AND state = ? ORDER BY line')
      .all(this.db, batch, state)
      .map(({ id }) => id)
  }

  /** Number of rows of the batch that are in doubt and probably became an advert, which a person is asked about. */
  countProbable(batch: number): number {
    return new StrictQuery(
      nSchema,
      `SELECT count(*) AS n FROM rows WHERE batch = ? AND state = 'in-doubt' AND error_code = 'probably'`,
    ).one(this.db, batch).n
  }

  /** The rows in doubt that can be answered together: of the others a person is asked whether an advert is theirs. */
  idsInDoubt(batch: number): number[] {
    return new StrictQuery(
      idSchema,
      `SELECT id FROM rows WHERE batch = ? AND state = 'in-doubt' AND error_code IS NOT 'probably' ORDER BY line`,
    )
      .all(this.db, batch)
      .map(({ id }) => id)
  }

  /** Number of rows of the batch that are done because an advert like theirs was found. */
  countLikeness(batch: number): number {
    const { n } = new StrictQuery(
      nSchema,
      `SELECT count(*) AS n FROM rows WHERE batch = ? AND error_code = 'by-likeness'`,
    ).one(this.db, batch)
    return n
  }

  /**
   * True if a later row of the same advert in the same batch was or may have been sent: only after the journal went
   * back in time. To send this row again would put its older values over the newer ones.
   */
  isOvertaken({ autoId, batch, line }: Pick<JournalRow, 'autoId' | 'batch' | 'line'>): boolean {
    const later = this.db.prepare(
      `SELECT 1 FROM rows INDEXED BY rows_by_advert
       WHERE auto_id = ? AND batch = ? AND line > ? AND (state = 'done' OR doubt = 1) LIMIT 1`,
    )
    return later.get(autoId, batch, line) !== undefined
  }

  /** Creates of an account, whatever their batch, that are in doubt or being sent. */
  openCreates(accountId: string): JournalRow[] {
    return new StrictQuery(
      journalRowSchema,
      `SELECT ${rowColumns} FROM rows AS r JOIN batches ON batches.seq = r.batch
         WHERE r.state IN ('sending', 'in-doubt') AND r.operation = 'create' AND account_id = ? ORDER BY r.id`,
    ).all(this.db, accountId)
  }

  /**
   * Puts rows in doubt that were being sent when their process ended, whatever their operation. The condition repeats that
   * of the index `rows_in_doubt`: only then it is used.
   */
  doubtSending(at: string): number {
    const { changes } = this.db
      .prepare(
        `UPDATE rows SET state = 'in-doubt', doubt = 1, error_code = 'crashed', error_detail = NULL, updated_at = ?
         WHERE state IN ('sending', 'in-doubt') AND state = 'sending'`,
      )
      .run(at)
    return Number(changes)
  }

  /** Puts the planned rows of a batch in doubt: they may have been sent without the journal's knowledge. */
  doubtPlanned(batch: number, at: string): number {
    const { changes } = this.db
      .prepare(
        `UPDATE rows SET state = 'in-doubt', doubt = 1, attempts = attempts + 1, error_code = 'journal-behind',
           error_detail = NULL, updated_at = ? WHERE batch = ? AND state = 'planned'`,
      )
      .run(at, batch)
    return Number(changes)
  }

  /** Plans failed rows and conflicts, for rows that a person may have planned again without the journal's knowledge. */
  planStopped(batch: number, at: string): number {
    const { changes } = this.db
      .prepare(
        `UPDATE rows SET state = 'planned', outcome_source = NULL, error_code = NULL, error_detail = NULL, updated_at = ?
         WHERE batch = ? AND state IN ('failed', 'conflict')`,
      )
      .run(at, batch)
    return Number(changes)
  }

  /**
   * Takes so many planned rows out of a cancelled batch; those with an earlier attempt in doubt stay in doubt.
   * @returns whether there may be more
   */
  skipPlanned(batch: number, limit: number, at: string): boolean {
    const { changes } = this.db
      .prepare(
        `UPDATE rows SET ${skipped}, updated_at = ? WHERE id IN (
           SELECT id FROM rows INDEXED BY rows_by_state WHERE batch = ? AND state = 'planned' ORDER BY line LIMIT ?)`,
      )
      .run(at, batch, limit)
    return Number(changes) === limit
  }

  /** The same for all planned rows of cancelled batches: their process ended before they were left out. */
  skipCancelled(at: string): void {
    this.db
      .prepare(
        `UPDATE rows SET ${skipped}, updated_at = ? WHERE state = 'planned' AND batch IN (
           SELECT seq FROM batch_counts INDEXED BY batch_counts_open JOIN batches ON batches.seq = batch_counts.batch
           WHERE ${unsettledCount} AND batch_counts.state = 'planned' AND batches.state = 'cancelled')`,
      )
      .run(at)
  }

  /** The line of the batch's nth failed row behind a line; null if there are fewer. */
  failedLine(batch: number, after: number, nth: number): number | null {
    return (
      new StrictQuery(
        lineSchema,
        `SELECT line FROM rows WHERE batch = ? AND state = 'failed' AND line > ? ORDER BY line LIMIT 1 OFFSET ?`,
      ).first(this.db, batch, after, nth - 1)?.line ?? null
    )
  }

  /**
   * Plans failed rows between two lines again, unless a later row of the same advert is done: the older must not win.
   * Without the pinned index the planner looks for that row among all that are done.
   */
  retryFailed(batch: number, { after, to }: { after: number; to: number }, at: string): void {
    this.db
      .prepare(
        `UPDATE rows SET state = 'planned', outcome_source = NULL, error_code = NULL, error_detail = NULL, updated_at = ?
         WHERE batch = ? AND state = 'failed' AND line > ? AND line <= ? AND NOT EXISTS (
           SELECT 1 FROM rows AS later INDEXED BY rows_by_advert WHERE later.auto_id = rows.auto_id AND later.batch = rows.batch
             AND later.line > rows.line AND later.state = 'done')`,
      )
      .run(at, batch, after, to)
  }
}
