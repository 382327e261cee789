import { z } from 'zod'
import { Fault } from '#shared/bridge/failure.ts'
import type { Contents } from '#shared/batch/contents.ts'
import { countName, rowStates, type BatchState, type Counts } from '#shared/batch/row.ts'
import { StrictQuery } from '../../storage/row-query.ts'
import {
  batchColumns,
  batchRecordSchema,
  readBatch,
  reasonColumns,
  type BatchSource,
  type BatchStatus,
  type StoredBatch,
} from './batch-record.ts'
import { unsettledBatch, unsettledCount } from './batches-schema.ts'
import { flag } from './journal-row.ts'
import { Table } from '../../storage/table.ts'

const waitSchema = z.object({ until: z.string().nullable(), since: z.string().nullable() })
const unshownSchema = z.object({ sends: flag })
const stateSchema = batchRecordSchema.pick({ state: true })
const countSchema = z.object({ state: z.enum(rowStates), n: z.int() })
const totalSchema = z.object({ accountId: z.string(), count: z.int() })
const sumsSchema = z.object({ batches: z.int(), rows: z.int(), inDoubt: z.int() })

/** Number of batches that an account has. */
export type BatchTotal = Readonly<z.infer<typeof totalSchema>>

const unsettledSeqs = `SELECT seq FROM batches INDEXED BY batches_unsettled WHERE ${unsettledBatch}
  UNION SELECT batch FROM batch_counts INDEXED BY batch_counts_open WHERE ${unsettledCount}`

const isEnded = (state: BatchState): boolean => state === 'finished' || state === 'cancelled'

const stateQuery = new StrictQuery(stateSchema, 'SELECT state FROM batches WHERE seq = ?')
const countsQuery = new StrictQuery(countSchema, 'SELECT state, n FROM batch_counts WHERE batch = ?')

/** The journal's batches. One that is being planned is invisible until all its rows are written. */
export class BatchTable extends Table {
  /** Begins an invisible batch; returns its number inside the journal. */
  begin(id: string, source: BatchSource, createdAt: string): number {
    const { lastInsertRowid } = this.db
      .prepare(
        `INSERT INTO batches (id, account_id, user_id, file_name, file_sha256, encoding, bom, delimiter,
           header, mapping, operation, state, undo_of, preview, created_at, file)
         VALUES (:id, :accountId, :userId, :fileName, :fileSha256, :encoding, :bom, :delimiter,
           :header, :mapping, :operation, 'planning', :undoOf, :preview, :createdAt, :file)`,
      )
      .run({
        id,
        accountId: source.accountId,
        userId: source.userId,
        fileName: source.fileName,
        fileSha256: source.fileSha256,
        encoding: source.encoding,
        delimiter: source.delimiter,
        operation: source.operation,
        undoOf: source.undoOf,
        createdAt,
        bom: source.bom ? 1 : 0,
        header: JSON.stringify(source.header),
        mapping: JSON.stringify(source.mapping),
        preview: source.undoOf === null ? 0 : 1,
        file: source.file === null ? null : JSON.stringify(source.file),
      })
    return Number(lastInsertRowid)
  }

  publish(seq: number, sentBefore: number, contents: Contents): void {
    this.db
      .prepare(`UPDATE batches SET state = 'ready', sent_before = ?, contents = ? WHERE seq = ?`)
      .run(sentBefore, JSON.stringify(contents), seq)
  }

  /** @param calls requests that it took since they were last written down; those of a batch that were not all counted stay unknown */
  addRequests(seq: number, calls: number): void {
    this.db.prepare('UPDATE batches SET requests = requests + ? WHERE seq = ?').run(calls, seq)
  }

  /** Removes batches whose planning was not completed; nothing of them was ever sent. */
  dropUnplanned(): void {
    const unplanned = `(SELECT seq FROM batches INDEXED BY batches_unsettled WHERE (${unsettledBatch}) AND state = 'planning')`
    this.db.exec(`DELETE FROM keyed_rows WHERE row IN (SELECT id FROM rows WHERE batch IN ${unplanned});
      DELETE FROM rows WHERE batch IN ${unplanned};
      DELETE FROM batch_counts WHERE batch IN ${unplanned};
      DELETE FROM stock_files WHERE batch IN ${unplanned};
      DELETE FROM batches WHERE (${unsettledBatch}) AND state = 'planning'`)
  }

  /** Pauses all that go on by themselves; how many requests the unfinished ones took isn't known any more. */
  pauseAll(): void {
    this.db.exec(`UPDATE batches SET requests = NULL WHERE state NOT IN ('finished', 'cancelled');
      UPDATE batches SET state = 'paused', pause_reason = 'restart', wakes_at = NULL, waits_since = NULL
        WHERE state IN ('waiting', 'running')`)
  }

  /** Pauses batches that were sending when their process ended, and waiting ones that had a row in flight. */
  pauseInterrupted(): void {
    this.db.exec(`UPDATE batches SET state = 'paused', pause_reason = 'restart', wakes_at = NULL
      WHERE (${unsettledBatch}) AND (state = 'running' OR state = 'waiting' AND (wakes_at IS NULL
        OR EXISTS (SELECT 1 FROM rows WHERE batch = seq AND rows.state = 'sending')))`)
  }

  /** Finished batches with rows to send are ready: their process ended after a row was planned again, before it could say so. */
  reopenPlanned(): void {
    this.db.exec(`UPDATE batches SET state = 'ready', finished_at = NULL
      WHERE state = 'finished' AND seq IN (
        SELECT batch FROM batch_counts INDEXED BY batch_counts_open
        WHERE ${unsettledCount} AND batch_counts.state = 'planned')`)
  }

  /** @param at the time now, ISO 8601; a wait that is written down once more keeps its beginning */
  setState(seq: number, status: BatchStatus, at: string): void {
    const { state, wakesAt } = status
    this.db
      .prepare(
        `UPDATE batches SET state = :state, pause_reason = :pauseReason, turn_of = :turnOf, team_refusal = :teamRefusal,
           wakes_at = :wakesAt, finished_at = :finishedAt,
           waits_since = CASE WHEN :wakesAt IS NULL THEN NULL WHEN wakes_at = :wakesAt THEN waits_since ELSE :at END
         WHERE seq = :seq`,
      )
      .run({
        seq,
        state,
        at,
        ...reasonColumns(status),
        wakesAt: wakesAt === undefined ? null : new Date(wakesAt).toISOString(),
        finishedAt: isEnded(state) ? at : null,
      })
  }

  /** After rows changed outside a run: an ended batch with rows to send is ready again, one without any is finished. */
  recomputeState({ seq, batch }: StoredBatch, at: string): void {
    if (batch.state === 'preview') return
    const { planned, sending } = this.counts(seq)
    const open = planned + sending > 0
    if (open && isEnded(batch.state)) this.setState(seq, { state: 'ready' }, at)
    if (!open && !isEnded(batch.state)) this.setState(seq, { state: 'finished' }, at)
  }

  /** All batches, the newest first. */
  list(): StoredBatch[] {
    return this.#select('true ORDER BY seq DESC', {})
  }

  /** Batches that go on, or with rows that wait for something or may be retried. The newest first. */
  unsettled(): StoredBatch[] {
    return this.#select(`seq IN (${unsettledSeqs}) ORDER BY seq DESC`, {})
  }

  /** So many batches before that number, null for the newest ones: of an account, or (null) of all. */
  page(before: number | null, limit: number, accountId: string | null): StoredBatch[] {
    return this.#select(
      `(:before IS NULL OR seq < :before) AND (:accountId IS NULL OR account_id = :accountId)
       ORDER BY seq DESC LIMIT :limit`,
      { before, limit, accountId },
    )
  }

  /** The newest batch of the account of a file with these bytes (SHA-256, in hex); null if there is none. */
  newestOf(accountId: string, sha256: string): StoredBatch | null {
    const where = 'file_sha256 = :sha256 AND account_id = :accountId ORDER BY seq DESC LIMIT 1'
    return this.#select(where, { accountId, sha256 })[0] ?? null
  }

  /** The newest batch of the account of a file of this name; null if there is none. */
  newestNamed(accountId: string, fileName: string): StoredBatch | null {
    const where = `file_name = :fileName AND account_id = :accountId AND file_sha256 IS NOT NULL ORDER BY seq DESC LIMIT 1`
    return this.#select(where, { accountId, fileName })[0] ?? null
  }

  /** Number of batches that each account has. */
  totals(): BatchTotal[] {
    return new StrictQuery(
      totalSchema,
      `SELECT account_id AS accountId, count(*) AS count FROM batches WHERE state <> 'planning' GROUP BY account_id`,
    ).all(this.db)
  }

  /** Numbers of batches and rows, and of rows that may have been sent without a proof of it. */
  sums(): Readonly<z.infer<typeof sumsSchema>> {
    return new StrictQuery(
      sumsSchema,
      `SELECT (SELECT count(*) FROM batches WHERE state <> 'planning') AS batches, coalesce(sum(n), 0) AS rows,
         coalesce(sum(n) FILTER (WHERE batch_counts.state IN ('sending', 'in-doubt')), 0) AS inDoubt
       FROM batch_counts JOIN batches ON batches.seq = batch_counts.batch WHERE batches.state <> 'planning'`,
    ).one(this.db)
  }

  /** True if a batch of the account, here or at another desk, may hold creates, one that is being planned among them. Unknown sends may. */
  holdsCreates(accountId: string): boolean {
    const found = this.db
      .prepare(
        `SELECT 1 WHERE EXISTS (SELECT 1 FROM batches WHERE account_id = :accountId AND operation IN ('create', 'mixed'))
           OR EXISTS (SELECT 1 FROM unknown_sends)
           OR EXISTS (SELECT 1 FROM writes WHERE row IS NULL AND account_id = :accountId AND operation = 'create')`,
      )
      .get({ accountId })
    return found !== undefined
  }

  /** @throws Fault `batch-unknown` */
  get(id: string): StoredBatch {
    const found = this.find(id)
    if (!found) throw new Fault('batch-unknown', { batch: id })
    return found
  }

  find(id: string): StoredBatch | null {
    return this.#select('id = :id', { id })[0] ?? null
  }

  /**
   * Time when a saved wait is over, ms since 1970; null if the batch doesn't wait for a time. A clock that was set
   * back since makes the wait no longer than it was.
   * @param now ms since 1970
   */
  wakesAt(seq: number, now: number): number | null {
    const { until, since } = new StrictQuery(
      waitSchema,
      'SELECT wakes_at AS until, waits_since AS since FROM batches WHERE seq = ?',
    ).one(this.db, seq)
    if (until === null) return null
    const length = since === null ? Infinity : Math.max(0, Date.parse(until) - Date.parse(since))
    return Math.min(Date.parse(until), now + length)
  }

  /** True if a person agreed that adverts which the service doesn't show are compared with what was written last. */
  sendsUnshown(seq: number): boolean {
    return new StrictQuery(unshownSchema, 'SELECT sends_unshown AS sends FROM batches WHERE seq = ?').one(
      this.db,
      seq,
    ).sends
  }

  allowUnshown(seq: number): void {
    this.db.prepare('UPDATE batches SET sends_unshown = 1 WHERE seq = ?').run(seq)
  }

  stateOf(seq: number): BatchState {
    return stateQuery.one(this.db, seq).state
  }

  counts(seq: number): Counts {
    const counts = {
      planned: 0,
      sending: 0,
      done: 0,
      failed: 0,
      inDoubt: 0,
      conflict: 0,
      invalid: 0,
      skipped: 0,
    }
    for (const { state, n } of countsQuery.all(this.db, seq)) counts[countName(state)] = n
    return counts
  }

  #select(condition: string, values: Record<string, string | number | null>): StoredBatch[] {
    return this.db
      .prepare(`SELECT ${batchColumns} FROM batches WHERE batches.state <> 'planning' AND ${condition}`)
      .all(values)
      .map((row) => readBatch(this.db, row, (seq) => this.counts(seq)))
  }
}
