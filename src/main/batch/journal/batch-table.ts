import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite'
import { z } from 'zod'
import { Fault } from '#shared/bridge/failure.ts'
import { operations } from '#shared/batch/operation.ts'
import { columnMappingSchema, delimiters, encodings } from '#shared/import/draft.ts'
import { fileFactsSchema } from '#shared/import/file-facts.ts'
import { contentsSchema, type Contents } from '#shared/batch/contents.ts'
import {
  batchParts,
  batchStates,
  countsSchema,
  pauseReasons,
  countName,
  rowStates,
  isFinished,
  type Batch,
  type BatchPart,
  type BatchState,
  type Counts,
} from '#shared/batch/row.ts'
import type { StockFile } from '../../writes/stock-file.ts'
import { flag, json } from './columns.ts'
import { tellUnreadable } from '../../storage/row-query.ts'
import { orTold, readParts, readStored, unreadableRecord } from '../../storage/stored-record.ts'

const operation = z.enum([...operations, 'mixed'])

/** A part of a batch without which the rest can be used. */
const part = <Schema extends z.ZodType>(
  name: BatchPart,
  schema: Schema,
  instead: z.output<Schema>,
): z.ZodCatch<Schema> => orTold(name, schema, instead)

/** The file that a batch was made from: kept so that its failed rows can be written back in the file's own shape. */
const sourceSchema = z
  .object({
    accountId: z.string(),
    userId: z.int(),
    plannedBy: z.string(),
    fileName: z.string(),
    fileSha256: z.string().nullable(),
    encoding: part('encoding', z.enum(encodings), 'utf-8'),
    bom: flag,
    delimiter: part('delimiter', z.enum(delimiters), ','),
    // Of a batch whose file's shape can't be read the rows are still known.
    header: part('header', json.pipe(z.array(z.string()).readonly()), []),
    mapping: part('mapping', json.pipe(columnMappingSchema), []),
    operation,
    /** How the file was read; null for an undo, and for a batch of a version that did not keep it. */
    file: part('file', json.pipe(fileFactsSchema).nullable(), null),
    /** The batch that this one undoes. */
    undoOf: z.string().nullable(),
  })
  .readonly()
/** A batch of a stock file is planned with what the file says of the stock; that is kept in tables of its own. */
export type BatchSource = z.infer<typeof sourceSchema> & { readonly stock?: StockFile }

const recordSchema = z.object({
  id: z.string(),
  accountId: z.string(),
  fileName: z.string(),
  operation,
  state: z.enum(batchStates),
  pauseReason: z.enum(pauseReasons).nullable(),
  wakesAt: z.string().nullable(),
  undoOf: z.string().nullable(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  sentBefore: z.int(),
  archivedAt: z.string().nullable(),
  unreadable: z.int().nullable(),
  file: part('file', json.pipe(fileFactsSchema).nullable(), null),
  contents: part('contents', json.pipe(contentsSchema).nullable(), null),
})
const waitSchema = z.object({ until: z.string().nullable(), since: z.string().nullable() })
const unshownSchema = z.object({ sends: flag })
const seqSchema = z.object({ seq: z.int() })
const stateSchema = recordSchema.pick({ state: true })
const countSchema = z.object({ state: z.enum(rowStates), n: z.int() })
const archivedSchema = z.object({ counts: part('counts', json.pipe(countsSchema).nullable(), null) })

/** All that is kept of a batch but its rows: each part is read from the same cells. */
const storedSchema = z.object({
  place: seqSchema,
  source: sourceSchema,
  record: recordSchema,
  archived: archivedSchema,
})

/** A batch whose rows could not all be read after damage is not finished, though nothing of it is left to send. */
const shownState = `CASE WHEN preview THEN 'preview' WHEN state = 'finished' AND unreadable IS NOT 0 THEN 'incomplete' ELSE state END`

/** A reason of a team counts as long as the one that it stands beside is not replaced. */
const shownReason = `iif(team_reason IS NOT NULL AND pause_reason IN ('offline', 'storage'), team_reason, pause_reason)`

/** What a reason of a team is like to a version that knows none: one ends by itself, the other needs a person. */
const likeOf = { 'team-offline': 'offline', team: 'storage' } as const
const isOfTeam = (reason: PauseReason): reason is keyof typeof likeOf => Object.hasOwn(likeOf, reason)

const columns = `seq, id, account_id AS accountId, user_id AS userId, planned_by AS plannedBy, file_name AS fileName,
  file_sha256 AS fileSha256, encoding, bom, delimiter, header, mapping, operation, ${shownState} AS state, unreadable,
  ${shownReason} AS pauseReason, wakes_at AS wakesAt, sent_before AS sentBefore, undo_of AS undoOf, created_at AS createdAt,
  file, contents, finished_at AS finishedAt, archived_at AS archivedAt, archived_counts AS counts`

export interface StoredBatch {
  /** The batch's number inside the journal. */
  readonly seq: number
  readonly source: BatchSource
  readonly batch: Batch
}

export type PauseReason = (typeof pauseReasons)[number]

/** What a batch does, apart from its rows. */
export interface BatchStatus {
  readonly state: Exclude<BatchState, 'preview' | 'incomplete'>
  readonly pauseReason?: PauseReason
  /** Milliseconds since 1970. */
  readonly wakesAt?: number
}

const isEnded = (state: BatchState): boolean => isFinished(state) || state === 'cancelled'

/** The journal's batches. One that is being planned is invisible until all its rows are written. */
export class BatchTable {
  readonly #db: DatabaseSync
  readonly #state: StatementSync

  constructor(db: DatabaseSync) {
    this.#db = db
    this.#state = db.prepare('SELECT state FROM batches WHERE seq = ?')
  }

  /** Begins an invisible batch; returns its number inside the journal. */
  begin(id: string, source: BatchSource, createdAt: string): number {
    const { lastInsertRowid } = this.#db
      .prepare(
        `INSERT INTO batches (id, account_id, user_id, planned_by, file_name, file_sha256, encoding, bom, delimiter,
           header, mapping, operation, state, undo_of, preview, created_at, file)
         VALUES (:id, :accountId, :userId, :plannedBy, :fileName, :fileSha256, :encoding, :bom, :delimiter,
           :header, :mapping, :operation, 'planning', :undoOf, :preview, :createdAt, :file)`,
      )
      .run({
        id,
        accountId: source.accountId,
        userId: source.userId,
        plannedBy: source.plannedBy,
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
    this.#db
      .prepare(`UPDATE batches SET state = 'ready', sent_before = ?, contents = ? WHERE seq = ?`)
      .run(sentBefore, JSON.stringify(contents), seq)
  }

  /** Removes batches whose planning was not completed; nothing of them was ever sent. */
  dropUnplanned(): void {
    dropUnplanned(this.#db)
  }

  /** Pauses batches that were sending when their process ended, and waiting ones that had a row in flight. */
  pauseInterrupted(): void {
    this.#db.exec(`UPDATE batches SET state = 'paused', pause_reason = 'restart', wakes_at = NULL
      WHERE state = 'running' OR state = 'waiting' AND (wakes_at IS NULL
        OR EXISTS (SELECT 1 FROM rows WHERE batch = seq AND rows.state = 'sending'))`)
  }

  /** Finished batches with rows to send are ready: their process ended after a row was planned again, before it could say so. */
  reopenPlanned(): void {
    this.#db.exec(`UPDATE batches SET state = 'ready', finished_at = NULL
      WHERE state = 'finished' AND archived_at IS NULL AND EXISTS (
        SELECT 1 FROM batch_counts WHERE batch = seq AND batch_counts.state = 'planned' AND n > 0)`)
  }

  /** @param at the time now, ISO 8601; a wait that is written down once more keeps its beginning */
  setState(seq: number, { state, pauseReason, wakesAt }: BatchStatus, at: string): void {
    const teamReason = pauseReason !== undefined && isOfTeam(pauseReason) ? pauseReason : null
    this.#db
      .prepare(
        `UPDATE batches SET state = :state, pause_reason = :pauseReason, team_reason = :teamReason, wakes_at = :wakesAt, finished_at = :finishedAt,
           waits_since = CASE WHEN :wakesAt IS NULL THEN NULL WHEN wakes_at = :wakesAt THEN waits_since ELSE :at END
         WHERE seq = :seq`,
      )
      .run({
        seq,
        state,
        at,
        teamReason,
        pauseReason: teamReason === null ? (pauseReason ?? null) : likeOf[teamReason],
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

  /** All batches but the archived ones, the newest first. */
  list(): StoredBatch[] {
    return this.#select('archived_at IS NULL')
  }

  /** The archived batches, the newest first; their rows are in the archive. */
  archived(): StoredBatch[] {
    return this.#select('archived_at IS NOT NULL')
  }

  /** Whether a batch of the account, here or at another desk, may hold creates, one that is being planned among them. */
  holdsCreates(accountId: string): boolean {
    const found = this.#db
      .prepare(
        `SELECT 1 FROM batches WHERE account_id IN (:accountId, '') AND operation IN ('create', 'mixed')
         UNION ALL SELECT 1 FROM team_writes WHERE account_id = :accountId AND operation = 'create' LIMIT 1`,
      )
      .get({ accountId })
    return found !== undefined
  }

  /** @throws Fault `batch-unknown`, `usage` if the batch is archived: nothing is done with it any more */
  get(id: string): StoredBatch {
    const stored = this.find(id)
    if (stored.batch.archivedAt !== null) throw new Fault('usage', { reason: 'archived', batch: id })
    return stored
  }

  /** The batch, archived or not, to be read. @throws Fault `batch-unknown` */
  find(id: string): StoredBatch {
    const row = this.#db
      .prepare(`SELECT ${columns} FROM batches WHERE id = ? AND batches.state <> 'planning'`)
      .get(id)
    if (!row) throw new Fault('batch-unknown', { batch: id })
    return this.#read(row)
  }

  /**
   * When a saved wait is over, ms since 1970; null if the batch doesn't wait for a time. A clock that was set back since
   * makes the wait no longer than it was.
   * @param now ms since 1970
   */
  wakesAt(seq: number, now: number): number | null {
    const row = this.#db
      .prepare('SELECT wakes_at AS until, waits_since AS since FROM batches WHERE seq = ?')
      .get(seq)
    const { until, since } = readStored(waitSchema, row, 'journal.db, batches')
    if (until === null) return null
    const length = since === null ? Infinity : Math.max(0, Date.parse(until) - Date.parse(since))
    return Math.min(Date.parse(until), now + length)
  }

  /** Whether a person agreed that adverts which the service doesn't show are compared with what was written last. */
  sendsUnshown(seq: number): boolean {
    const row = this.#db.prepare('SELECT sends_unshown AS sends FROM batches WHERE seq = ?').get(seq)
    return readStored(unshownSchema, row, 'journal.db, batches').sends
  }

  allowUnshown(seq: number): void {
    this.#db.prepare('UPDATE batches SET sends_unshown = 1 WHERE seq = ?').run(seq)
  }

  stateOf(seq: number): BatchState {
    return readStored(stateSchema, this.#state.get(seq), 'journal.db, batches').state
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
    for (const row of this.#db.prepare('SELECT state, n FROM batch_counts WHERE batch = ?').all(seq)) {
      const { state, n } = readStored(countSchema, row, 'journal.db, batch_counts')
      counts[countName(state)] = n
    }
    return counts
  }

  #select(filter: string): StoredBatch[] {
    return this.#db
      .prepare(
        `SELECT ${columns} FROM batches WHERE batches.state <> 'planning' AND ${filter} ORDER BY seq DESC`,
      )
      .all()
      .map((row) => this.#read(row))
  }

  #read(row: Record<string, SQLOutputValue>): StoredBatch {
    const read = readParts(storedSchema, { place: row, source: row, record: row, archived: row })
    if (read instanceof z.ZodError) throw unreadableRecord('journal.db, batches', read)
    const { source, record, archived } = read.record
    const { seq } = read.record.place
    const counts = archived.counts ?? this.counts(seq)
    const total = Object.values(counts).reduce((sum, n) => sum + n, 0)
    const batch = { ...record, waitsFor: null, total, counts }
    if (read.missed.length === 0) return { seq, source, batch }
    tellUnreadable(this.#db, { table: 'batches', leftOut: false, query: columns, cells: seq })
    const parts = batchParts.filter((each) => read.missed.includes(each))
    return { seq, source, batch: { ...batch, unreadableParts: parts } }
  }
}

export function dropUnplanned(db: DatabaseSync): void {
  const unplanned = `(SELECT seq FROM batches WHERE state = 'planning')`
  db.exec(`DELETE FROM keyed_rows WHERE row IN (SELECT id FROM rows WHERE batch IN ${unplanned});
    DELETE FROM rows WHERE batch IN ${unplanned};
    DELETE FROM batch_counts WHERE batch IN ${unplanned};
    DELETE FROM stock_files WHERE batch IN ${unplanned};
    DELETE FROM lost_rows WHERE batch IN ${unplanned};
    DELETE FROM batches WHERE state = 'planning';`)
}
