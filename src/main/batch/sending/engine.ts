import { BatchRun } from './batch-run.ts'
import { Fault } from '#shared/bridge/failure.ts'
import type { Batch } from '#shared/batch/row.ts'
import type { StoredBatch } from '../journal/batch-record.ts'
import type { DoneWrites } from '../journal/done-writes.ts'
import type { BatchParts } from './batch-parts.ts'
import type { Stretch } from './stretch.ts'
import { CallTally, ProgressReporter } from './progress-reporter.ts'
import { type Wait, waitReasons } from './waits.ts'
import type { Passed } from './rows-aside.ts'

/** A run that is sent or waits to be. */
interface Queued {
  readonly run: BatchRun
  readonly accountId: string
  /** Called right before it begins, or goes on after it gave way. */
  readonly before: () => void
}

/**
 * The runs of batches that are being sent or wait to be, in the order of sending: one at a time. One that waits for the
 * service gives way to those behind it: its trouble may be that of its rows alone.
 */
export class RunQueue {
  readonly #runs = new Map<string, Queued>()
  readonly #idle: (() => void)[] = []
  #current: BatchRun | null = null
  #isWorking = false

  /** True if anything is being sent or waits to be: quitting asks first in that case. */
  get busy(): boolean {
    return this.#runs.size > 0
  }

  isActive(batchId: string): boolean {
    return this.#runs.has(batchId)
  }

  get(batchId: string): BatchRun | undefined {
    return this.#runs.get(batchId)?.run
  }

  *all(): Iterable<BatchRun> {
    for (const { run } of this.#runs.values()) yield run
  }

  /** The batch that has to end before this one begins; null if it is the first. */
  aheadOf(batchId: string): string | null {
    const queue = [...this.#runs.keys()]
    return queue[queue.indexOf(batchId) - 1] ?? null
  }

  /**
   * From when (ms since 1970, 0 for at once) another run could go on; null if there is none.
   * @param butOf an account whose runs don't count
   */
  othersFrom(batchId: string, butOf: string | null): number | null {
    const times = [...this.#runs]
      .filter(([id, { accountId }]) => id !== batchId && accountId !== butOf)
      .map(([, { run }]) => run.waitsUntil ?? 0)
    return times.length === 0 ? null : Math.min(...times)
  }

  /** Puts a run behind all others, and begins it when they have ended or given way. */
  add(batchId: string, queued: Queued): void {
    // A run of the same batch that is ending has the old place; this one queues behind all others.
    this.#runs.delete(batchId)
    this.#runs.set(batchId, queued)
    this.rouse()
    if (this.#isWorking) return
    this.#isWorking = true
    void Promise.resolve().then(() => this.#work())
  }

  /** Lets the run that may be waiting look whether another one could go on. */
  rouse(): void {
    this.#current?.queueChanged()
  }

  /** Resolves when nothing is being sent or waits to be. */
  async idle(): Promise<void> {
    if (this.busy) await new Promise<void>((resolve) => this.#idle.push(resolve))
  }

  async #work(): Promise<void> {
    for (let next = this.#next(); next; next = this.#next()) {
      const [batchId, { run, before }] = next
      this.#current = run
      before()
      const end = await run.run().catch(() => 'ended' as const)
      if (end === 'ended' && this.#runs.get(batchId)?.run === run) this.#runs.delete(batchId)
    }
    this.#current = null
    this.#isWorking = false
    for (const resolve of this.#idle.splice(0)) resolve()
  }

  /** The first run that need not wait; else the one that waits the shortest. */
  #next(): [string, Queued] | undefined {
    const from = ([, { run }]: [string, Queued]): number => run.waitsUntil ?? 0
    return [...this.#runs].toSorted((a, b) => from(a) - from(b))[0]
  }
}

/** Sends one batch after another: two at once would only share the same rate, and could mix the order per advert. */
export class Engine {
  readonly #parts: BatchParts
  readonly #queue: RunQueue
  readonly #doneWrites: DoneWrites
  /** Results that could not be committed yet, of all runs. */
  readonly #unrecorded: (() => void)[] = []
  readonly #passed = new Map<string, Passed>()

  constructor(parts: BatchParts, queue: RunQueue, doneWrites: DoneWrites) {
    this.#parts = parts
    this.#queue = queue
    this.#doneWrites = doneWrites
  }

  /**
   * Starts a batch, or ends its wait; resolves as soon as it is running or queued.
   * @throws Fault of the account or keychain
   */
  send(batchId: string): Promise<void> {
    return this.#start(batchId, ({ batch }) => this.#held(batch))
  }

  /**
   * Starts a batch that was waiting when the app was closed: the rest of the wait comes first.
   * @throws Fault of the account or keychain
   */
  resumeWait(batchId: string): Promise<void> {
    return this.#start(batchId, (stored) => this.#savedWait(stored))
  }

  /** A wait that the service asked for holds, however the batch was ended and started again. */
  #held({ accountId }: Batch): Wait | null {
    const { journal, clock } = this.#parts
    const until = journal.tables.holds.until(accountId, clock.now())
    return until === null ? null : { reason: 'rate-limit', until }
  }

  /** Wait of a batch at the moment the app was closed. */
  #savedWait({ seq, batch: { pauseReason } }: StoredBatch): Wait | null {
    const { journal, clock } = this.#parts
    const reason = waitReasons.find((each) => each === pauseReason)
    const until = journal.tables.batches.wakesAt(seq, clock.now())
    return until === null || !reason ? null : { reason, until }
  }

  /** Gives what is in flight `graceMs` to end, then abandons it as unknown. */
  async stop(graceMs: number): Promise<void> {
    for (const run of this.#queue.all()) run.end('quit')
    const ended = new AbortController()
    await Promise.race([
      this.#queue.idle().finally(() => ended.abort()),
      this.#parts.clock.sleep(graceMs, ended.signal),
    ])
    for (const run of this.#queue.all()) run.abandon()
    await this.#queue.idle()
  }

  async #start(batchId: string, waitOf: (stored: StoredBatch) => Wait | null): Promise<void> {
    if (this.#wake(batchId)) return
    const { journal, connect } = this.#parts
    const { source } = journal.tables.batches.get(batchId)
    const port = await connect(source.accountId)
    if (port.userId !== source.userId) throw new Fault('account-unknown', { account: source.accountId })
    const sharing = this.#parts.sharing(source.accountId, batchId)
    // An unreadable team file is reported when a batch begins.
    await sharing.permits()
    if (!this.#wake(batchId)) this.#add(batchId, { port, sharing }, waitOf)
  }

  /** A run that is ending can't be woken: the next one is queued behind it. */
  #wake(batchId: string): boolean {
    const active = this.#queue.get(batchId)
    if (!active || active.isEnding()) return false
    active.wakeUp()
    this.#queue.rouse()
    return true
  }

  #add(
    batchId: string,
    ways: Pick<Stretch, 'port' | 'sharing'>,
    waitOf: (stored: StoredBatch) => Wait | null,
  ): void {
    const { journal } = this.#parts
    const stored = journal.tables.batches.get(batchId)
    const run = this.#makeRun(stored, ways, waitOf(stored))
    if (this.#queue.busy) journal.tables.batches.setState(stored.seq, { state: 'waiting' }, journal.now())
    this.#queue.add(batchId, { run, accountId: stored.batch.accountId, before: () => this.#recordLate() })
  }

  /** Commits results that could not be written earlier, such as on a full disk; the rest stays for the next time. */
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

  #makeRun(stored: StoredBatch, ways: Pick<Stretch, 'port' | 'sharing'>, wait: Wait | null): BatchRun {
    const { seq, batch } = stored
    const tally = new CallTally(this.#parts.journal.tables.batches, seq, () => progress.readAfter())
    const progress = new ProgressReporter(batch.id, tally, this.#parts)
    return new BatchRun({
      ...this.#parts,
      ...ways,
      batch: stored,
      tally,
      wait,
      doneWrites: this.#doneWrites,
      unrecorded: this.#unrecorded,
      passed: this.#passedOf(batch.accountId),
      othersFrom: (alike) => this.#queue.othersFrom(batch.id, alike ? null : batch.accountId),
      onRow: () => progress.rowEnded(),
      onStatus: () => progress.statusChanged(),
    })
  }

  #passedOf(accountId: string): Passed {
    const passed = this.#passed.get(accountId) ?? { count: 0 }
    this.#passed.set(accountId, passed)
    return passed
  }
}
