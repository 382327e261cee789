import { Fault } from '#shared/bridge/failure.ts'
import type { Batch } from '#shared/batch/row.ts'
import type { Clock } from '../../system/clock.ts'
import type { BatchSource, StoredBatch } from '../journal/batch-record.ts'
import type { DoneWrites } from '../journal/done-writes.ts'
import type { Journal } from '../journal/journal.ts'
import type { AdvertPort, KnownAdvert, LiveAdvert, Quota } from './advert-port.ts'
import type { NamedOther } from './row-guard.ts'
import { waitReasons, type Wait } from './backoff.ts'
import { CallTally } from './call-tally.ts'
import { BatchRun } from './batch-run.ts'
import type { Concurrency } from './run-parts.ts'
import { unshared, type Sharing } from './permits.ts'
import { ProgressReporter, type OnProgress } from './progress-reporter.ts'
import { RowSender, type EnginePoint } from './row-sender.ts'
import type { Passed } from './rows-aside.ts'
import type { RunQueue } from './run-queue.ts'

/** What the engine works with. */
export interface EngineParts {
  readonly journal: Journal
  /** @throws Fault if the account is gone or its key can't be read */
  readonly connect: (accountId: string) => Promise<AdvertPort>
  readonly quota: Quota
  readonly doneWrites: DoneWrites
  readonly cached: (accountId: string, autoId: number) => KnownAdvert | null
  /** Names in a row, if they are another car's than its advert's; without it nothing is compared. */
  readonly namesOther?: (
    accountId: string,
    source: Pick<BatchSource, 'header' | 'mapping'>,
    cells: readonly string[],
    live: LiveAdvert,
  ) => NamedOther | null
  readonly clock: Clock
  readonly concurrency: Concurrency
  /** `live` reads each advert before an edit or delete; `cached` trusts the cache and saves the call. */
  readonly guard: 'live' | 'cached'
  readonly onProgress: OnProgress
  /** Who else may send for the account of a batch. */
  readonly sharing?: (accountId: string, batchId: string) => Sharing
  readonly onPoint?: ((point: EnginePoint) => void) | undefined
}

/** How the rows of a batch reach the service, and who else is asked before. */
interface Ways {
  readonly port: AdvertPort
  readonly sharing: Sharing
}

/** Sends one batch after another: two at once would only share the same rate, and could mix the order per advert. */
export class Engine {
  readonly #parts: EngineParts
  readonly #queue: RunQueue
  /** Results that could not be committed yet, of all runs. */
  readonly #unrecorded: (() => void)[] = []
  readonly #passed = new Map<string, Passed>()

  constructor(parts: EngineParts, queue: RunQueue) {
    this.#parts = parts
    this.#queue = queue
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

  /** What the service asked for holds, however the batch was ended and started again. */
  #held({ accountId }: Batch): Wait | null {
    const { journal, clock } = this.#parts
    const until = journal.holds.until(accountId, clock.now())
    return until === null ? null : { reason: 'rate-limit', until }
  }

  /** What a batch was waiting for when the app was closed. */
  #savedWait({ seq, batch: { pauseReason } }: StoredBatch): Wait | null {
    const { journal, clock } = this.#parts
    const reason = waitReasons.find((each) => each === pauseReason)
    const until = journal.batches.wakesAt(seq, clock.now())
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
    const { source } = journal.batches.get(batchId)
    const port = await connect(source.accountId)
    if (port.userId !== source.userId) throw new Fault('account-unknown', { account: source.accountId })
    const sharing = this.#parts.sharing?.(source.accountId, batchId) ?? unshared
    // A team whose file can't be read is said to whoever begins the batch.
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

  #add(batchId: string, ways: Ways, waitOf: (stored: StoredBatch) => Wait | null): void {
    const { journal } = this.#parts
    const stored = journal.batches.get(batchId)
    const run = this.#makeRun(stored, ways, waitOf(stored))
    if (this.#queue.busy) journal.batches.setState(stored.seq, { state: 'waiting' }, journal.now())
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

  #makeRun({ seq, batch, source }: StoredBatch, ways: Ways, wait: Wait | null): BatchRun {
    const { journal, clock, quota, concurrency, guard, onProgress } = this.#parts
    const tally = new CallTally(journal.batches, seq)
    const progress = new ProgressReporter({
      batchId: batch.id,
      batches: journal.batches,
      clock,
      tally,
      onProgress,
    })
    return new BatchRun({
      seq,
      journal,
      sender: this.#makeSender(seq, source, { ...ways, port: tally.of(ways.port) }),
      freeFor: (calls) => quota.freeFor(batch.accountId, calls),
      guard,
      concurrency,
      passed: this.#passedOf(batch.accountId),
      othersFrom: (alike) => this.#queue.othersFrom(batch.id, alike ? null : batch.accountId),
      clock,
      wait,
      hold: (until) => journal.holds.set(batch.accountId, clock.now(), until),
      unrecorded: this.#unrecorded,
      onRow: () => progress.rowEnded(),
      onStatus: () => progress.statusChanged(),
    })
  }

  #passedOf(accountId: string): Passed {
    const passed = this.#passed.get(accountId) ?? { count: 0 }
    this.#passed.set(accountId, passed)
    return passed
  }

  #makeSender(seq: number, source: BatchSource, { port, sharing }: Ways): RowSender {
    const { journal, clock, guard, cached, namesOther, doneWrites, onPoint } = this.#parts
    const { accountId } = source
    return new RowSender({
      journal,
      port,
      accountId,
      clock,
      guard,
      doneWrites,
      onPoint,
      sharing,
      cached: (autoId) => cached(accountId, autoId),
      namesOther: (cells, live) => namesOther?.(accountId, source, cells, live) ?? null,
      sendsUnshown: () => journal.batches.sendsUnshown(seq),
      isCancelled: () => journal.batches.stateOf(seq) === 'cancelled',
    })
  }
}
