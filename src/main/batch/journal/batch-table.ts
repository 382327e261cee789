import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite'
import { z } from 'zod'
import { Fault } from '#shared/bridge/failure.ts'
import { operations } from '#shared/batch/operation.ts'
import {
  columnMappingSchema,
  delimiters,
  encodings,
  type ColumnMapping,
  type Delimiter,
  type Encoding,
} from '#shared/import/draft.ts'
import {
  batchStates,
  pauseReasons,
  rowStates,
  type Batch,
  type BatchState,
  type Counts,
} from '#shared/batch/row.ts'

/** Where a batch comes from: kept so that its failed rows can be written back in the file's own shape. */
export interface BatchSource {
  readonly accountId: string
  readonly userId: number
  readonly plannedBy: string
  readonly fileName: string
  readonly fileSha256: string | null
  readonly encoding: Encoding
  readonly bom: boolean
  readonly delimiter: Delimiter
  readonly header: readonly string[]
  readonly mapping: ColumnMapping
  readonly operation: Batch['operation']
  /** The batch that this one takes back. */
  readonly undoOf: string | null
}

export type PauseReason = (typeof pauseReasons)[number]

/** How a batch stands, apart from its rows. */
export interface Standing {
  readonly state: Exclude<BatchState, 'preview'>
  readonly pauseReason?: PauseReason
  /** Milliseconds since 1970. */
  readonly wakesAt?: number
}

export interface StoredBatch {
  readonly seq: number
  readonly source: BatchSource
  readonly batch: Batch
}

const json = z.string().transform((text): unknown => JSON.parse(text))
const storedSchema = z.object({
  seq: z.int(),
  id: z.string(),
  account_id: z.string(),
  user_id: z.int(),
  planned_by: z.string(),
  file_name: z.string(),
  file_sha256: z.string().nullable(),
  encoding: z.enum(encodings),
  bom: z.int(),
  delimiter: z.enum(delimiters),
  header: json.pipe(z.array(z.string())),
  mapping: json.pipe(columnMappingSchema),
  operation: z.enum([...operations, 'mixed']),
  state: z.enum(batchStates),
  pause_reason: z.enum(pauseReasons).nullable(),
  wakes_at: z.string().nullable(),
  sent_before: z.int(),
  undo_of: z.string().nullable(),
  preview: z.int(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
})
const countSchema = z.object({ state: z.enum(rowStates), n: z.int() })

const ended = (state: BatchState): boolean => state === 'finished' || state === 'cancelled'

/** The journal's batches. One being planned is invisible until all its rows are there. */
export class BatchTable {
  readonly #db: DatabaseSync
  readonly #state: StatementSync

  constructor(db: DatabaseSync) {
    this.#db = db
    this.#state = db.prepare('SELECT state FROM batches WHERE seq = ?')
  }

  /** Begins a batch that nobody sees yet; returns its number inside the journal. */
  begin(id: string, source: BatchSource, createdAt: string): number {
    const { lastInsertRowid } = this.#db
      .prepare(
        `INSERT INTO batches (id, account_id, user_id, planned_by, file_name, file_sha256, encoding, bom, delimiter,
           header, mapping, operation, state, undo_of, preview, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'planning', ?, ?, ?)`,
      )
      .run(
        id,
        source.accountId,
        source.userId,
        source.plannedBy,
        source.fileName,
        source.fileSha256,
        source.encoding,
        source.bom ? 1 : 0,
        source.delimiter,
        JSON.stringify(source.header),
        JSON.stringify(source.mapping),
        source.operation,
        source.undoOf,
        source.undoOf === null ? 0 : 1,
        createdAt,
      )
    return Number(lastInsertRowid)
  }

  publish(seq: number, sentBefore: number): void {
    this.#db.prepare(`UPDATE batches SET state = 'ready', sent_before = ? WHERE seq = ?`).run(sentBefore, seq)
  }

  /** Removes what a broken-off planning left; nothing of it was ever sent. */
  dropUnplanned(): void {
    const unplanned = `(SELECT seq FROM batches WHERE state = 'planning')`
    this.#db.exec(`DELETE FROM rows WHERE batch IN ${unplanned};
      DELETE FROM batch_counts WHERE batch IN ${unplanned};
      DELETE FROM batches WHERE state = 'planning';`)
  }

  /** Batches that were sending when their process ended; one with a row on the wire doesn't sleep on either. */
  pauseInterrupted(): void {
    this.#db.exec(`UPDATE batches SET state = 'paused', pause_reason = 'restart', wakes_at = NULL
      WHERE state = 'running' OR state = 'waiting' AND (wakes_at IS NULL
        OR EXISTS (SELECT 1 FROM rows WHERE batch = seq AND rows.state = 'sending'))`)
  }

  stand(seq: number, standing: Standing, now: number): void {
    this.#db
      .prepare('UPDATE batches SET state = ?, pause_reason = ?, wakes_at = ?, finished_at = ? WHERE seq = ?')
      .run(
        standing.state,
        standing.pauseReason ?? null,
        standing.wakesAt === undefined ? null : new Date(standing.wakesAt).toISOString(),
        ended(standing.state) ? new Date(now).toISOString() : null,
        seq,
      )
  }

  /** After rows changed without a run: an ended batch with rows to send is ready again, one without any is finished. */
  restate({ seq, batch }: StoredBatch, now: number): void {
    if (batch.state === 'preview') return
    const { planned, sending } = this.counts(seq)
    const open = planned + sending > 0
    if (open && ended(batch.state)) this.stand(seq, { state: 'ready' }, now)
    if (!open && !ended(batch.state)) this.stand(seq, { state: 'finished' }, now)
  }

  /** All batches, the newest first. */
  list(): StoredBatch[] {
    return this.#db
      .prepare(`SELECT * FROM batches WHERE state <> 'planning' ORDER BY seq DESC`)
      .all()
      .map((row) => this.#read(row))
  }

  /** @throws Fault `batch-unknown` */
  get(id: string): StoredBatch {
    const row = this.#db.prepare(`SELECT * FROM batches WHERE id = ? AND state <> 'planning'`).get(id)
    if (!row) throw new Fault('batch-unknown', { batch: id })
    return this.#read(row)
  }

  stateOf(seq: number): BatchState {
    const row = this.#state.get(seq)
    return z.enum(batchStates).parse(row?.state)
  }

  counts(seq: number): Counts {
    const counts = {
      planned: 0,
      sending: 0,
      done: 0,
      failed: 0,
      unknown: 0,
      conflict: 0,
      invalid: 0,
      skipped: 0,
    }
    for (const row of this.#db.prepare('SELECT state, n FROM batch_counts WHERE batch = ?').all(seq)) {
      const { state, n } = countSchema.parse(row)
      counts[state] = n
    }
    return counts
  }

  #read(row: Record<string, SQLOutputValue>): StoredBatch {
    const stored = storedSchema.parse(row)
    const counts = this.counts(stored.seq)
    return {
      seq: stored.seq,
      source: {
        accountId: stored.account_id,
        userId: stored.user_id,
        plannedBy: stored.planned_by,
        fileName: stored.file_name,
        fileSha256: stored.file_sha256,
        encoding: stored.encoding,
        bom: stored.bom === 1,
        delimiter: stored.delimiter,
        header: stored.header,
        mapping: stored.mapping,
        operation: stored.operation,
        undoOf: stored.undo_of,
      },
      batch: {
        id: stored.id,
        accountId: stored.account_id,
        fileName: stored.file_name,
        operation: stored.operation,
        state: stored.preview === 1 ? 'preview' : stored.state,
        pauseReason: stored.pause_reason,
        wakesAt: stored.wakes_at,
        waitsFor: null,
        undoOf: stored.undo_of,
        createdAt: stored.created_at,
        finishedAt: stored.finished_at,
        total: Object.values(counts).reduce((sum, n) => sum + n, 0),
        counts,
        sentBefore: stored.sent_before,
      },
    }
  }
}
