import type { AbortSignalLike } from '#shared/bridge/call.ts'
import { Fault } from '#shared/bridge/failure.ts'
import type { Attempt, Batch, BatchRow, RowState } from '#shared/batch/row.ts'
import { inTransaction } from '../storage/database.ts'
import { AnswersTable, type Answer } from './journal/answers-table.ts'
import { shownRow } from './batch-row.ts'
import type { BatchSource, StoredBatch } from './journal/batch-table.ts'
import { Engine, type EngineParts } from './sending/engine.ts'
import { lockEngine, type EngineLock } from './sending/engine-lock.ts'
import { OwnWrites } from './journal/own-writes.ts'
import { planBatch } from './sending/plan-batch.ts'
import type { FileBytes } from '../files/file-bytes.ts'
import { failedRows, fullReport, reportedRows } from './report.ts'
import type { PlannedRow } from '../writes/planned-row.ts'
import type { Values } from '../writes/values.ts'
import { AnswerDesk } from './settle/answer-desk.ts'
import { settleBatch } from './settle/settle.ts'
import { UndoDesk } from './undo/undo-desk.ts'

export interface BatchServiceParts extends EngineParts {
  /** Folder of the journal; one engine for each. */
  readonly dataDir: string
  /** What holds the engine, for people: `Forecourt` or `forecourt import`. */
  readonly program: string
}

/** What was found of an earlier process. */
export interface Recovered {
  /** Rows that were on the wire when it ended: unknown now. */
  readonly inDoubt: number
  /** Batches that sleep until their quota's window opens, or until the line is back. */
  readonly waiting: readonly string[]
}

/** Everything that the window and the command line do with batches. Reading needs no lock, all else takes it. */
export class BatchService {
  readonly #parts: BatchServiceParts
  readonly #engine: Engine
  readonly #answers: AnswersTable
  readonly #desk: AnswerDesk
  readonly #ownWrites: OwnWrites
  readonly undos: UndoDesk
  #lock: EngineLock | null = null

  constructor(parts: BatchServiceParts) {
    this.#parts = parts
    this.#engine = new Engine({
      ...parts,
      onProgress: (batch, rate, secondsLeft) => parts.onProgress(this.#shown(batch), rate, secondsLeft),
    })
    this.#answers = new AnswersTable(parts.journal.db)
    this.#desk = new AnswerDesk({ ...parts, answers: this.#answers })
    this.#ownWrites = new OwnWrites(parts.journal.db)
    this.undos = new UndoDesk({
      journal: parts.journal,
      ownWrites: this.#ownWrites,
      cached: parts.cached,
      isActive: (batchId) => this.#engine.isActive(batchId),
      plan: async (source, rows) => (await this.plan(source, rows)).id,
      hold: () => this.#hold(),
    })
  }

  /**
   * Takes the engine of the data folder and brings in what an earlier process left. Nothing is sent.
   * @throws Fault `engine-locked` where another process has it
   */
  recover(): Recovered {
    const { journal, dataDir, program } = this.#parts
    this.#lock ??= lockEngine(dataDir, program, journal.now())
    const inDoubt = journal.recover()
    const asleep = journal.batches.list().filter(({ batch }) => batch.state === 'waiting')
    return { inDoubt, waiting: asleep.map(({ batch }) => batch.id) }
  }

  /**
   * For who only reads: what a dead process left as being sent is brought in, unless a living one is at it.
   * @returns how many rows that puts in doubt
   */
  recoverDead(): number {
    if (!this.list().some(looksAlive)) return 0
    try {
      return this.recover().inDoubt
    } catch (error) {
      if (error instanceof Fault && error.code === 'engine-locked') return 0
      throw error
    }
  }

  /** Lets a batch that slept when the app was closed sleep on, and send when its time comes. */
  async sleepOn(batchId: string): Promise<void> {
    this.#hold()
    await this.#engine.send(batchId, true)
  }

  /** Freezes checked rows as a batch, ready to be sent. */
  async plan(source: BatchSource, rows: Iterable<PlannedRow>): Promise<Batch> {
    this.#hold()
    const { journal, cached } = this.#parts
    const id = await planBatch(journal, source, rows, (autoId) => cached(source.accountId, autoId))
    return this.get(id)
  }

  list(): Batch[] {
    return this.#parts.journal.batches.list().map(({ batch }) => this.#shown(batch))
  }

  /** @throws Fault `batch-unknown` */
  get(batchId: string): Batch {
    return this.#shown(this.#stored(batchId).batch)
  }

  rows(
    batchId: string,
    state: RowState | null,
    offset: number,
    limit: number,
  ): { total: number; rows: BatchRow[] } {
    const { seq, batch } = this.#stored(batchId)
    const total = state === null ? batch.total : batch.counts[state]
    return { total, rows: this.#parts.journal.rows.page(seq, state, offset, limit).map(shownRow) }
  }

  /** Every row in the order of the file, a page at a time. */
  *allRows(batchId: string): Generator<BatchRow> {
    for (const row of this.#parts.journal.rows.walk(this.#stored(batchId).seq)) yield shownRow(row)
  }

  attempts(batchId: string, line: number): Attempt[] {
    return this.#parts.journal.attempts.list(this.#stored(batchId).seq, line)
  }

  /** Which of these fingerprints went out to the account before. */
  sentBefore(accountId: string, fingerprints: readonly string[]): Set<string> {
    return this.#parts.journal.rows.sentBefore(accountId, fingerprints)
  }

  /** The last value of every field that we wrote to the advert, shown by the service or not. */
  written(accountId: string, autoId: number): Values {
    return this.#ownWrites.values(accountId, autoId)
  }

  /**
   * Begins to send, goes on after a pause, or tries now where the batch waits.
   * @throws Fault `usage` for an undo that nobody has confirmed, and for a batch that was cancelled
   */
  async send(batchId: string): Promise<Batch> {
    this.#hold()
    this.#refusePreview(batchId)
    const { state } = this.get(batchId)
    if (state === 'cancelled') throw new Fault('usage', { reason: 'cancelled', batch: batchId })
    if (state === 'finished') return this.get(batchId)
    await this.#engine.send(batchId)
    return this.get(batchId)
  }

  pause(batchId: string): Batch {
    this.#hold()
    const { seq, batch } = this.#stored(batchId)
    this.#engine.pause(batchId)
    if (batch.state === 'running' || batch.state === 'waiting') this.#stand(seq, 'paused')
    return this.get(batchId)
  }

  /** Nobody stays to see a wait out: the batch stands as waiting, with its reason, and sleeps on when somebody does. */
  leave(batchId: string): void {
    this.#engine.leave(batchId)
  }

  /** Rows that were not sent are left out at once; those on the wire come home by themselves. */
  cancel(batchId: string): Batch {
    this.#hold()
    this.#refusePreview(batchId)
    const { journal } = this.#parts
    const { seq, batch } = this.#stored(batchId)
    if (batch.state === 'finished' || batch.state === 'cancelled') return batch
    this.#engine.cancel(batchId)
    inTransaction(journal.db, () => {
      journal.rows.skipPlanned(seq, journal.now())
      this.#stand(seq, 'cancelled')
    })
    return this.get(batchId)
  }

  retryFailed(batchId: string): Batch {
    this.#hold()
    const { journal } = this.#parts
    const { seq } = this.#stored(batchId)
    journal.rows.retryFailed(seq, journal.now())
    return this.#restated(batchId)
  }

  /**
   * A person's answer for a row in doubt or in conflict; nothing is sent yet.
   * @throws the Faults of AnswerDesk.take
   */
  async answer(batchId: string, line: number, answer: Answer): Promise<Batch> {
    this.#hold()
    await this.#desk.take(this.#stored(batchId), line, answer)
    return this.#restated(batchId)
  }

  /**
   * Looks for the rows in doubt at the service; nothing is sent.
   * @throws the errors of reading, Fault `quota` among them: what was settled before stays settled
   */
  async settle(batchId: string, signal?: AbortSignalLike): Promise<Batch> {
    this.#hold()
    const { journal, clock, cached, connect } = this.#parts
    const stored = this.#stored(batchId)
    const { accountId } = stored.source
    const port = await connect(accountId)
    const abort = new AbortController()
    signal?.addEventListener('abort', () => abort.abort(), { once: true })
    await settleBatch(stored, {
      journal,
      answers: this.#answers,
      ownWrites: this.#ownWrites,
      port,
      cached: (autoId) => cached(accountId, autoId),
      clock,
      signal: abort.signal,
    })
    return this.#restated(batchId)
  }

  /** Sends a preview of an undo that the person has seen. */
  async sendUndo(previewId: string): Promise<Batch> {
    this.undos.approve(previewId)
    return this.send(previewId)
  }

  report(batchId: string, failedOnly: boolean): FileBytes {
    const { seq, source } = this.#stored(batchId)
    const { attempts, rows } = this.#parts.journal
    if (!failedOnly) return fullReport(source, reportedRows(attempts, seq, rows.walk(seq)))
    const failed = rows.walk(seq, ['failed', 'invalid', 'conflict'])
    return failedRows(source, reportedRows(attempts, seq, failed))
  }

  /** Whether something is being sent or waits to be: quitting asks first then. */
  get busy(): boolean {
    return this.#engine.busy
  }

  /** Resolves when nothing is under way any more: finished, paused, cancelled or refused. */
  settled(): Promise<void> {
    return this.#engine.settled()
  }

  /** Ends cleanly: what is on the wire may come home for `graceMs`, then counts as unknown. Closes the journal. */
  async close(graceMs = 10_000): Promise<void> {
    await this.#engine.stop(graceMs)
    this.#lock?.release()
    this.#lock = null
    this.#parts.journal.close()
  }

  #hold(): void {
    if (!this.#lock) this.recover()
  }

  /** A batch that stands as running while nothing runs: the disk that stopped it could not even note that. */
  #shown(batch: Batch): Batch {
    const stopped = batch.state === 'running' && this.#lock !== null && !this.#engine.isActive(batch.id)
    if (stopped) return { ...batch, state: 'paused', pauseReason: 'storage' }
    const ahead = batch.state === 'waiting' ? this.#engine.aheadOf(batch.id) : null
    return ahead === null
      ? batch
      : { ...batch, waitsFor: { id: ahead, fileName: this.#stored(ahead).batch.fileName } }
  }

  #refusePreview(batchId: string): void {
    const { batch } = this.#stored(batchId)
    if (batch.state === 'preview') throw new Fault('usage', { reason: 'preview', batch: batchId })
  }

  #stored(batchId: string): StoredBatch {
    return this.#parts.journal.batches.get(batchId)
  }

  #stand(seq: number, state: 'paused' | 'cancelled'): void {
    const { journal, clock } = this.#parts
    journal.batches.stand(seq, state === 'paused' ? { state, pauseReason: 'person' } : { state }, clock.now())
  }

  #restated(batchId: string): Batch {
    const { journal, clock } = this.#parts
    if (!this.#engine.isActive(batchId)) journal.batches.restate(this.#stored(batchId), clock.now())
    return this.get(batchId)
  }
}

/** Stands as being sent. */
const looksAlive = ({ state, wakesAt, counts }: Batch): boolean =>
  state === 'running' || counts.sending > 0 || (state === 'waiting' && wakesAt === null)
