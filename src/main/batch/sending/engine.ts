import { Fault } from '#shared/bridge/failure.ts'
import type { Batch } from '#shared/batch/row.ts'
import type { Clock } from '../../system/clock.ts'
import { BatchRun, waitReasons, type Lanes, type Wait } from './batch-run.ts'
import type { StoredBatch } from '../journal/batch-table.ts'
import type { CachedAdvert, AdvertPort, Quota } from './advert-port.ts'
import type { Journal } from '../journal/journal.ts'
import { ProgressRate } from './progress-rate.ts'
import { RowSender, type EnginePoint } from './row-sender.ts'

export interface EngineParts {
  readonly journal: Journal
  /** @throws Fault where the account is gone or its key can't be had */
  readonly connect: (accountId: string) => Promise<AdvertPort>
  readonly quota: Quota
  readonly cached: (accountId: string, autoId: number) => CachedAdvert | null
  readonly clock: Clock
  readonly lanes: Lanes
  /** `live` reads each advert before an edit or delete; `cached` trusts the cache and saves the call. */
  readonly guard: 'live' | 'cached'
  readonly onProgress: (batch: Batch, rate: number, secondsLeft: number | null) => void
  readonly onPoint?: ((point: EnginePoint) => void) | undefined
}

/** Milliseconds between two reports of a batch that is only moving on. */
const reportEvery = 200

/** Sends one batch after another: two at once would only share the same rate, and could mix the order per advert. */
export class Engine {
  readonly #parts: EngineParts
  readonly #runs = new Map<string, BatchRun>()
  readonly #idle: (() => void)[] = []
  readonly #unrecorded: (() => void)[] = []
  #last: Promise<void> = Promise.resolve()

  constructor(parts: EngineParts) {
    this.#parts = parts
  }

  isActive(batchId: string): boolean {
    return this.#runs.has(batchId)
  }

  /** The batch that has to end before this one begins; null where this one's turn has come. */
  aheadOf(batchId: string): string | null {
    const queue = [...this.#runs.keys()]
    return queue[queue.indexOf(batchId) - 1] ?? null
  }

  /** Whether anything is being sent or waits to be: quitting asks first then. */
  get busy(): boolean {
    return this.#runs.size > 0
  }

  /**
   * Starts a batch, or wakes it where it waits; resolves as soon as it is under way or queued.
   * @param asleep whether a wait that began before a restart goes on first
   * @throws Fault of the account or keychain
   */
  async send(batchId: string, asleep = false): Promise<void> {
    if (this.#wake(batchId)) return
    const { source } = this.#parts.journal.batches.get(batchId)
    const port = await this.#parts.connect(source.accountId)
    if (port.userId !== source.userId) throw new Fault('account-unknown', { account: source.accountId })
    if (!this.#wake(batchId)) this.#queue(batchId, port, asleep)
  }

  /** A run that is ending can't be woken: the next one is queued behind it. */
  #wake(batchId: string): boolean {
    const active = this.#runs.get(batchId)
    if (!active || active.isHeld()) return false
    active.wakeUp()
    return true
  }

  /** Resolves when nothing is under way any more. */
  async settled(): Promise<void> {
    if (this.#runs.size > 0) await new Promise<void>((resolve) => this.#idle.push(resolve))
  }

  pause(batchId: string): void {
    this.#runs.get(batchId)?.end('pause')
  }

  leave(batchId: string): void {
    this.#runs.get(batchId)?.end('quit')
  }

  cancel(batchId: string): void {
    this.#runs.get(batchId)?.end('cancel')
  }

  /** Lets what is on the wire come home for `graceMs`, then gives it up as unknown. */
  async stop(graceMs: number): Promise<void> {
    for (const run of this.#runs.values()) run.end('quit')
    const home = new AbortController()
    await Promise.race([
      this.settled().finally(() => home.abort()),
      this.#parts.clock.sleep(graceMs, home.signal),
    ])
    for (const run of this.#runs.values()) run.abandon()
    await this.settled()
  }

  #queue(batchId: string, port: AdvertPort, asleep: boolean): void {
    const { journal, clock } = this.#parts
    const stored = journal.batches.get(batchId)
    const run = this.#makeRun(stored, port, asleep ? sleepOf(stored.batch) : null)
    const queued = this.busy
    // A run of the same batch that is ending has the old place; this one queues behind all others.
    this.#runs.delete(batchId)
    this.#runs.set(batchId, run)
    if (queued) journal.batches.stand(stored.seq, { state: 'waiting' }, clock.now())
    this.#last = this.#last.then(() => this.#run(batchId, run))
  }

  async #run(batchId: string, run: BatchRun): Promise<void> {
    this.#recordLate()
    try {
      await run.run()
    } finally {
      if (this.#runs.get(batchId) === run) this.#runs.delete(batchId)
      if (this.#runs.size === 0) for (const resolve of this.#idle.splice(0)) resolve()
    }
  }

  /** Commits results that a full disk kept out earlier; what still can't be stays for the next time. */
  #recordLate(): void {
    while (this.#unrecorded.length > 0) {
      try {
        this.#unrecorded[0]?.()
        this.#unrecorded.shift()
      } catch {
        return
      }
    }
  }

  #makeRun({ seq, batch }: StoredBatch, port: AdvertPort, asleep: Wait | null): BatchRun {
    const { journal, clock, quota, lanes, guard, cached, onPoint } = this.#parts
    const { accountId } = batch
    const report = this.#reporter(batch.id)
    const sender = new RowSender({
      journal,
      port,
      accountId,
      clock,
      guard,
      onPoint,
      cached: (autoId) => cached(accountId, autoId),
      isCancelled: () => journal.batches.stateOf(seq) === 'cancelled',
    })
    return new BatchRun({
      seq,
      journal,
      sender,
      freeFor: (calls) => quota.freeFor(accountId, calls),
      guard,
      lanes,
      clock,
      asleep,
      unrecorded: this.#unrecorded,
      onRow: () => report('row'),
      onStanding: () => report('standing'),
    })
  }

  #reporter(batchId: string): (what: 'row' | 'standing') => void {
    const { clock, onProgress } = this.#parts
    const rate = new ProgressRate()
    let reportedAt = 0
    return (what) => {
      const now = clock.now()
      if (what === 'row') rate.note(now)
      if (what === 'row' && now - reportedAt < reportEvery) return
      reportedAt = now
      const batch = this.#read(batchId)
      if (!batch) return
      const perSecond = batch.state === 'running' ? rate.perSecond(now) : 0
      const left = batch.counts.planned + batch.counts.sending
      onProgress(batch, perSecond, perSecond > 0 ? left / perSecond : null)
    }
  }

  /** A report that can't be made must not end the sending. */
  #read(batchId: string): Batch | null {
    try {
      return this.#parts.journal.batches.get(batchId).batch
    } catch {
      return null
    }
  }
}

/** What a batch was waiting for when the app was closed. */
function sleepOf({ pauseReason, wakesAt }: Batch): Wait | null {
  const reason = waitReasons.find((each) => each === pauseReason)
  return wakesAt === null || !reason ? null : { reason, until: Date.parse(wakesAt) }
}
