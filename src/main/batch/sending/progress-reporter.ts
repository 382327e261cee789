import { type OnCall, countingCalls } from '../../http/call.ts'
import type { BatchTable } from '../journal/batch-table.ts'
import type { Batch } from '#shared/batch/row.ts'
import type { BatchParts } from './batch-parts.ts'

/**
 * Counts the requests that a batch takes. They are written periodically, not with each row, which would cost a commit:
 * after a crash those of its last moment are missing.
 */
export class CallTally {
  readonly #batches: BatchTable
  readonly #seq: number
  readonly #onCall: OnCall
  readonly #onReadAfter: OnCall
  #unsaved = 0

  /** @param onReadAfter is called at each read of an advert whose row is done, also after the batch has ended */
  constructor(batches: BatchTable, seq: number, onReadAfter: () => void = () => undefined) {
    this.#batches = batches
    this.#seq = seq
    this.#onCall = (calls) => {
      this.#unsaved += calls
    }
    this.#onReadAfter = (calls) => {
      this.#onCall(calls)
      onReadAfter()
    }
  }

  /** Does work whose requests are this batch's. */
  counting<Result>(work: () => Result): Result {
    return countingCalls(this.#onCall, work)
  }

  /** Does what follows a row that is done. The read of its advert comes later, and is this batch's. */
  readingAfter<Result>(work: () => Result): Result {
    return countingCalls(this.#onReadAfter, work)
  }

  /** Writes down what was counted since the last time; if that can't be done, it is kept for the next. */
  save(): void {
    if (this.#unsaved === 0) return
    try {
      this.#batches.addRequests(this.#seq, this.#unsaved)
      this.#unsaved = 0
    } catch {
      // What is sent matters more than its count: a journal that can't be written stops the batch where a row is.
    }
  }
}

/** Milliseconds between two reports of rows; a change of the batch's status is reported at once. */
const reportEveryMs = 200

/** Milliseconds after which it is reported again that nothing ended meanwhile. */
const stillEveryMs = 2_000

/** Reports how one run of a batch advances. */
export class ProgressReporter {
  readonly #batchId: string
  readonly #tally: CallTally
  readonly #parts: Pick<BatchParts, 'journal' | 'clock' | 'onProgress'>
  readonly #rate = new ProgressRate()
  #reportedAt = 0
  /** Rows that had ended at the last report. */
  #ended: number | null = null
  #later: NodeJS.Timeout | undefined
  #reading: NodeJS.Timeout | undefined

  constructor(
    batchId: string,
    tally: CallTally,
    parts: Pick<BatchParts, 'journal' | 'clock' | 'onProgress'>,
  ) {
    this.#batchId = batchId
    this.#tally = tally
    this.#parts = parts
  }

  /** A row has ended, or is left for later: only the journal's count of those that ended is a rate. */
  rowEnded(): void {
    const now = this.#parts.clock.now()
    if (now - this.#reportedAt >= reportEveryMs) this.#report(now)
  }

  /** An advert was read whose row had ended: reported together with those that are read in the same moment. */
  readAfter(): void {
    if (this.#reading) return
    this.#reading = setTimeout(() => {
      this.#reading = undefined
      this.statusChanged()
    }, reportEveryMs).unref()
  }

  statusChanged(): void {
    this.#report(this.#parts.clock.now())
  }

  #report(now: number): void {
    this.#reportedAt = now
    clearTimeout(this.#later)
    const batch = this.#read()
    if (!batch) return
    const left = batch.counts.planned + batch.counts.sending
    const ended = batch.total - left
    this.#rate.record(now, ended - (this.#ended ?? ended))
    this.#ended = ended
    const perSecond = batch.state === 'running' ? this.#rate.perSecond(now) : 0
    this.#parts.onProgress(batch, perSecond, perSecond > 0 ? left / perSecond : null)
    // While no row ends, as in an outage, what was said of the rate is true no longer.
    if (perSecond > 0) this.#later = setTimeout(() => this.statusChanged(), stillEveryMs).unref()
  }

  /** A report that can't be made must not end the sending. */
  #read(): Batch | null {
    try {
      this.#tally.save()
      return this.#parts.journal.tables.batches.get(this.#batchId).batch
    } catch {
      return null
    }
  }
}

/** Rows a second over the last ten seconds, counted in buckets of one second so that its size never grows. */
class ProgressRate {
  readonly #buckets = new Map<number, number>()
  readonly #span = 10
  #since: number | null = null

  /** Records that rows ended. */
  record(now: number, rows: number): void {
    this.#since ??= now
    const second = Math.floor(now / 1_000)
    this.#buckets.set(second, (this.#buckets.get(second) ?? 0) + rows)
    for (const old of this.#buckets.keys()) if (old <= second - this.#span) this.#buckets.delete(old)
  }

  perSecond(now: number): number {
    if (this.#since === null) return 0
    const second = Math.floor(now / 1_000)
    let rows = 0
    for (const [at, n] of this.#buckets) if (at > second - this.#span) rows += n
    const seconds = Math.min(this.#span, Math.max(1, (now - this.#since) / 1_000))
    return rows / seconds
  }
}
