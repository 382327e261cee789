import type { Clock } from '../../system/clock.ts'
import type { Halt } from '../journal/outcome.ts'
import { waitFor } from './waiting.ts'

export const waitReasons = ['rate-limit', 'quota', 'offline', 'service'] as const
export type WaitReason = (typeof waitReasons)[number]

/** Why and until when (ms since 1970) the next row is not sent. */
export interface Wait {
  readonly reason: WaitReason
  readonly until: number
}

/** The wait of a run, and how often it was needed in succession. */
export class Backoff {
  readonly #clock: Clock
  #wait: Wait | null
  #failedTries = 0

  constructor(clock: Clock, wait: Wait | null) {
    this.#clock = clock
    this.#wait = wait
  }

  get current(): Wait | null {
    return this.#wait
  }

  set(wait: Wait): void {
    this.#wait = wait
  }

  clear(): void {
    this.#wait = null
  }

  /** A row got through: the next wait is a short one again. */
  succeeded(): void {
    this.#failedTries = 0
  }

  applyHalt(reason: WaitReason, { retryAfterMs, until }: Pick<Halt, 'retryAfterMs' | 'until'>): void {
    const end = until ?? this.#clock.now() + (retryAfterMs ?? waitFor(reason, this.#failedTries))
    // Several rows in flight that fail for the same reason count as one try.
    if (!this.#wait) this.#failedTries += 1
    this.#wait = { reason, until: Math.max(end, this.#wait?.until ?? 0) }
  }
}
