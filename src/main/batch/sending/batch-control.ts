import { setImmediate as nextTurn } from 'node:timers/promises'
import { Fault } from '#shared/bridge/failure.ts'
import type { Batch } from '#shared/batch/row.ts'
import { inTransaction } from '../../storage/transactions.ts'
import type { StoredBatch } from '../journal/batch-record.ts'
import type { Journal } from '../journal/journal.ts'
import { teamHalt } from '../journal/outcome.ts'
import type { BatchReader } from '../reading/batch-reader.ts'
import type { Engine, RunQueue } from './engine.ts'
import type { OnProgress } from './batch-parts.ts'
import type { Recovery } from './recovery.ts'

/** Every row of a file is behind the one line, and none behind the other. */
const beforeAll = -1
const afterAll = Number.MAX_SAFE_INTEGER
/** Rows that are planned again or left out in one transaction: some 10 ms of the main thread. */
const changedAtOnce = 500

/** Starts, pauses, cancels and retries batches. */
export class BatchControl {
  readonly recovery: Recovery
  readonly reader: BatchReader
  readonly #engine: Engine
  readonly #queue: RunQueue
  readonly #onProgress: OnProgress
  /** Cancelled batches that may have planned rows yet: to be left out before any other row of theirs is planned. */
  readonly #cancelling = new Set<string>()

  constructor(reader: BatchReader, engine: Engine, onProgress: OnProgress) {
    this.reader = reader
    this.recovery = reader.recovery
    this.#queue = reader.queue
    this.#engine = engine
    this.#onProgress = onProgress
  }

  /** True if something is being sent or waits to be: quitting asks first in that case. */
  get busy(): boolean {
    return this.#queue.busy
  }

  /** Resolves when nothing is being sent or waits to be: finished, paused, cancelled or refused. */
  idle(): Promise<void> {
    return this.#queue.idle()
  }

  /**
   * Starts a batch, continues it after a pause, or ends its wait, whatever that is for.
   * @param unshown whether a person agrees that adverts which the service doesn't show are compared with what was written last
   * @throws Fault `usage` for an undo that is not confirmed, and for a batch that was cancelled
   */
  async send(batchId: string, unshown = false): Promise<Batch> {
    const { batches, holds } = this.recovery.ensureLock().tables
    const { seq, batch } = batches.get(batchId)
    const { state } = batch
    refusePreview(batchId, state)
    if (state === 'cancelled') throw new Fault('usage', { reason: 'cancelled', batch: batchId })
    if (unshown) batches.allowUnshown(seq)
    if (state === 'waiting') holds.lift(batch.accountId)
    try {
      if (state !== 'finished') await this.#engine.send(batchId)
    } catch (error) {
      this.#pauseIfRefused(batchId, error)
      throw error
    }
    return this.reader.get(batchId)
  }

  /** Lets a batch that was waiting when the app was closed wait for the rest of its time, and then sends it. */
  async resumeWait(batchId: string): Promise<void> {
    try {
      await this.#engine.resumeWait(batchId)
    } catch (error) {
      // There is no person to report it to now.
      if (!this.#pauseIfRefused(batchId, error)) throw error
    }
  }

  /** The batch says why its team does not let it go on. @returns whether that is why */
  #pauseIfRefused(batchId: string, error: unknown): boolean {
    const { reason, refusal } = teamHalt(error)
    if (!refusal) return false
    const { journal, stored } = this.#open(batchId)
    journal.tables.batches.setState(
      stored.seq,
      { state: 'paused', pauseReason: reason, refusal },
      journal.now(),
    )
    this.changed(batchId)
    return true
  }

  /** A person lets a batch go on outside of the team that it was planned in. */
  agreeLeft(batchId: string): void {
    this.#open(batchId).journal.tables.team.agreeLeft(batchId)
  }

  pause(batchId: string): Batch {
    const { journal, stored } = this.#open(batchId)
    this.#queue.get(batchId)?.end('pause')
    const { state } = stored.batch
    if (state === 'running' || state === 'waiting')
      journal.tables.batches.setState(stored.seq, { state: 'paused', pauseReason: 'person' }, journal.now())
    return this.changed(batchId)
  }

  /** Stops waiting without a pause: the batch stays `waiting`, with its reason, and continues with `resumeWait`. */
  leave(batchId: string): void {
    this.#queue.get(batchId)?.end('quit')
  }

  /**
   * From the first turn on no further row is sent; those in flight end by themselves. Resolves when all that were not sent
   * are left out. If the app ends before that, they are at the next start.
   * @throws Fault `cancelled` if the app ended
   */
  async cancel(batchId: string): Promise<Batch> {
    const { journal, stored } = this.#open(batchId)
    const { seq, batch } = stored
    refusePreview(batchId, batch.state)
    if (batch.state !== 'finished' && batch.state !== 'cancelled') {
      journal.tables.batches.setState(seq, { state: 'cancelled' }, journal.now())
      this.#cancelling.add(batchId)
      this.#queue.get(batchId)?.end('cancel')
    }
    await this.endCancel(batchId)
    return this.reader.get(batchId)
  }

  /**
   * Leaves out what a cancel has not yet: to be awaited before rows of the batch are planned again.
   * @throws Fault `cancelled` if the app ended
   */
  async endCancel(batchId: string): Promise<void> {
    if (!this.#cancelling.has(batchId)) return
    const { journal } = this.#open(batchId)
    let said = false
    try {
      while (this.#leaveSomeOut(batchId)) {
        // A listener may read all rows of the batch on a change: it is announced at the beginning and at the end alone.
        if (!said) this.changed(batchId)
        said = true
        await nextTurn()
        if (!journal.db.isOpen) throw new Fault('cancelled')
      }
    } finally {
      if (journal.db.isOpen) this.changed(batchId)
    }
  }

  /** @returns whether there may be more to leave out */
  #leaveSomeOut(batchId: string): boolean {
    if (!this.#cancelling.has(batchId)) return false
    const { journal, stored } = this.#open(batchId)
    const more = inTransaction(journal.db, () =>
      journal.tables.rows.skipPlanned(stored.seq, changedAtOnce, journal.now()),
    )
    if (!more) this.#cancelling.delete(batchId)
    return more
  }

  /**
   * Plans failed rows again, in the order of the file. Each transaction takes some hundred with the state of their
   * batch: a finished one would never send them. The main thread gets a turn after each. If the batch is cancelled
   * meanwhile, the app ends or a piece fails, the rest stay failed.
   * @throws Fault `cancelled` if the app ended
   */
  async retryFailed(batchId: string): Promise<Batch> {
    if (this.#cancelling.has(batchId)) await this.endCancel(batchId)
    const { journal, stored } = this.#open(batchId)
    const isCancelled = (): boolean => journal.tables.batches.stateOf(stored.seq) === 'cancelled'
    try {
      let after = this.#retryBehind(batchId, beforeAll)
      // Announced at the beginning and at the end alone, as a cancel is.
      if (after !== null) this.changed(batchId)
      while (after !== null) {
        const wasCancelled = isCancelled()
        await nextTurn()
        if (!journal.db.isOpen) throw new Fault('cancelled')
        after = isCancelled() && !wasCancelled ? null : this.#retryBehind(batchId, after)
      }
    } finally {
      // The pieces before a failure are shown, too.
      if (journal.db.isOpen) this.changed(batchId)
    }
    return this.reader.get(batchId)
  }

  /** Plans the next failed rows behind a line again. @returns the line to go on behind; null if no row is left */
  #retryBehind(batchId: string, after: number): number | null {
    const { journal, stored } = this.#open(batchId)
    return inTransaction(journal.db, () => {
      const last = journal.tables.rows.failedLine(stored.seq, after, changedAtOnce)
      journal.tables.rows.retryFailed(stored.seq, { after, to: last ?? afterAll }, journal.now())
      this.saveState(batchId)
      return last
    })
  }

  /** The batch after its rows changed outside a run: ready if there are rows to send, else finished. */
  recomputeState(batchId: string): Batch {
    this.saveState(batchId)
    return this.changed(batchId)
  }

  /** The same for a change of the rows: in the same transaction, so that no end of the app comes between. */
  saveState(batchId: string): void {
    const { journal, stored } = this.#open(batchId)
    const settlesItself = this.#queue.isActive(batchId) || this.#cancelling.has(batchId)
    if (!settlesItself) journal.tables.batches.recomputeState(stored, journal.now())
  }

  /** Rows of the batch were withdrawn: a run that waits to send them ends if none is left. */
  rowsWithdrawn(batchId: string): void {
    const { counts } = this.changed(batchId)
    if (counts.planned + counts.sending > 0) return
    this.#queue.get(batchId)?.wakeUp()
    this.#queue.rouse()
  }

  /** The batch as it is now, which is also announced to the window. */
  changed(batchId: string): Batch {
    const batch = this.reader.get(batchId)
    this.#onProgress(batch, 0, null)
    return batch
  }

  #open(batchId: string): { readonly journal: Journal; readonly stored: StoredBatch } {
    const journal = this.recovery.ensureLock()
    return { journal, stored: journal.tables.batches.get(batchId) }
  }
}

function refusePreview(batchId: string, state: Batch['state']): void {
  if (state === 'preview') throw new Fault('usage', { reason: 'preview', batch: batchId })
}
