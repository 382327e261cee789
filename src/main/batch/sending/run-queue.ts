import type { BatchRun } from './batch-run.ts'

/** The runs of batches that are being sent or wait to be, in the order of sending: one at a time. */
export class RunQueue {
  readonly #runs = new Map<string, BatchRun>()
  readonly #idle: (() => void)[] = []
  #last: Promise<void> = Promise.resolve()

  /** Whether anything is being sent or waits to be: quitting asks first in that case. */
  get busy(): boolean {
    return this.#runs.size > 0
  }

  isActive(batchId: string): boolean {
    return this.#runs.has(batchId)
  }

  get(batchId: string): BatchRun | undefined {
    return this.#runs.get(batchId)
  }

  all(): Iterable<BatchRun> {
    return this.#runs.values()
  }

  /** The batch that has to end before this one begins; null if it is the first. */
  aheadOf(batchId: string): string | null {
    const queue = [...this.#runs.keys()]
    return queue[queue.indexOf(batchId) - 1] ?? null
  }

  /** Puts a run behind all others, and begins it when they have ended. @param before called right before it begins */
  add(batchId: string, run: BatchRun, before: () => void): void {
    // A run of the same batch that is ending has the old place; this one queues behind all others.
    this.#runs.delete(batchId)
    this.#runs.set(batchId, run)
    this.#last = this.#last.then(() => this.#run(batchId, run, before))
  }

  /** Resolves when nothing is being sent or waits to be. */
  async idle(): Promise<void> {
    if (this.busy) await new Promise<void>((resolve) => this.#idle.push(resolve))
  }

  async #run(batchId: string, run: BatchRun, before: () => void): Promise<void> {
    before()
    try {
      await run.run()
    } finally {
      if (this.#runs.get(batchId) === run) this.#runs.delete(batchId)
      if (!this.busy) for (const resolve of this.#idle.splice(0)) resolve()
    }
  }
}
