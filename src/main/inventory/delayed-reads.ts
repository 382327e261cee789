import type { Clock } from '../system/clock.ts'
import type { Owner } from './owner.ts'

export interface DelayedReadsPorts {
  readonly clock: Clock
  /** False if calls count against a quota: then what was written is read at the next sync. */
  readonly mayReadSoon: (accountId: string) => boolean
  readonly read: (owner: Owner, ids: readonly number[], stop: AbortSignal) => Promise<void>
}

/** How long after a write the advert is read again, in ms. */
const readSoonAfter = 1_500

/** Reads again, a little later, what was written, unless calls are limited by a quota. */
export class DelayedReads {
  readonly #ports: DelayedReadsPorts
  readonly #soon = new Map<string, Set<number>>()
  readonly #background = new Set<Promise<void>>()
  readonly #stop = new AbortController()

  constructor(ports: DelayedReadsPorts) {
    this.#ports = ports
  }

  add(owner: Owner, autoId: number): void {
    if (!this.#ports.mayReadSoon(owner.accountId)) return
    const waiting = this.#soon.get(owner.accountId) ?? new Set()
    this.#soon.set(owner.accountId, waiting.add(autoId))
    if (waiting.size > 1) return
    this.#later(async () => {
      await this.#ports.clock.sleep(readSoonAfter, this.#stop.signal)
      this.#soon.delete(owner.accountId)
      await this.#ports.read(owner, [...waiting], this.#stop.signal)
    })
  }

  async close(): Promise<void> {
    this.#stop.abort()
    await Promise.allSettled(this.#background)
  }

  /** Work in the background whose failure the next sync shows. */
  #later(work: () => Promise<void>): void {
    const running = work()
      .catch(() => undefined)
      .finally(() => this.#background.delete(running))
    this.#background.add(running)
  }
}
