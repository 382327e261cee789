import type { Clock } from '../../system/clock.ts'
import type { Halt } from '../journal/outcome.ts'

export const waitReasons = ['rate-limit', 'quota', 'offline', 'service', 'team-offline', 'team-turn'] as const
export type WaitReason = (typeof waitReasons)[number]

/** Why and until when (ms since 1970) the next row is not sent. */
export interface Wait {
  readonly reason: WaitReason
  readonly until: number
  /** The desk that has the turn. */
  readonly who?: string
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

  applyHalt(
    reason: WaitReason,
    { retryAfterMs, until, who }: Pick<Halt, 'retryAfterMs' | 'until' | 'who'>,
  ): void {
    if (reason === 'team-turn') {
      // It is no trouble, and hides none.
      this.#wait ??= {
        reason,
        until: this.#clock.now() + waitFor(reason, 0),
        ...(who !== undefined && { who }),
      }
      return
    }
    const end = until ?? this.#clock.now() + (retryAfterMs ?? waitFor(reason, this.#failedTries))
    // Several rows in flight that fail for the same reason count as one try.
    if (!this.#wait) this.#failedTries += 1
    this.#wait = { reason, until: Math.max(end, this.#wait?.until ?? 0) }
  }
}

const ladders = {
  offline: [1, 2, 5, 10, 30, 60],
  'team-offline': [1, 2, 5, 10, 30],
  'team-turn': [1],
  service: [5, 15, 60, 300, 900],
  'rate-limit': [60, 120, 300, 900],
  quota: [60, 300, 900],
} as const

/**
 * Milliseconds until the next try, if the service named no time: short at first, because an outage may be brief, and
 * at most a quarter of an hour, so that a batch left overnight continues.
 */
export function waitFor(reason: keyof typeof ladders, failedTries: number): number {
  const ladder = ladders[reason]
  return (ladder[Math.min(failedTries, ladder.length - 1)] ?? 60) * 1_000
}
