import type { BatchRun } from './batch-run.ts'

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

  /** Whether anything is being sent or waits to be: quitting asks first in that case. */
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
