import type { Clock } from './clock.ts'

/** Work of a kind at most once in a time: what is asked for in between is done once, when the time is over. */
export class Throttle {
  readonly #clock: Clock
  readonly #every: number
  readonly #resting = new Set<string>()
  readonly #due = new Map<string, () => void>()
  readonly #closed = new AbortController()

  /** @param every ms from one run to the next */
  constructor(clock: Clock, every: number) {
    this.#clock = clock
    this.#every = every
  }

  /** Runs the work now; while the kind rests, the last work that was given runs after that. */
  run(kind: string, work: () => void): void {
    if (this.#closed.signal.aborted) return
    if (this.#resting.has(kind)) this.#due.set(kind, work)
    else {
      void this.#rest(kind)
      work()
    }
  }

  /** Nothing runs any more. */
  close(): void {
    this.#closed.abort()
    this.#due.clear()
  }

  async #rest(kind: string): Promise<void> {
    this.#resting.add(kind)
    await this.#clock.sleep(this.#every, this.#closed.signal).catch(() => undefined)
    this.#resting.delete(kind)
    const work = this.#due.get(kind)
    this.#due.delete(kind)
    if (work) this.run(kind, work)
  }
}
