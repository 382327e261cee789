import type { Clock } from '../../system/clock.ts'
import type { Halt } from '../journal/outcome.ts'

export const waitReasons = ['rate-limit', 'quota', 'offline', 'service', 'team-offline', 'team-turn'] as const
type WaitReason = (typeof waitReasons)[number]

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
  #wait: Wait | null = null
  /** Time when the wait began and ends, ms since 1970. */
  #since = 0
  #until = 0
  #failedTries = 0

  constructor(clock: Clock, wait: Wait | null) {
    this.#clock = clock
    if (wait) this.set(wait)
  }

  get current(): Wait | null {
    return this.#wait
  }

  /**
   * Time when the wait ends, ms since 1970. A clock that was set back since it began makes it no longer than it was.
   */
  get until(): number {
    const back = this.#since - this.#clock.now()
    if (back > 0) {
      this.#since -= back
      this.#until -= back
    }
    return this.#until
  }

  set(wait: Wait): void {
    this.#wait = wait
    this.#since = this.#clock.now()
    this.#until = wait.until
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
      if (!this.#wait)
        this.set({
          reason,
          until: this.#clock.now() + waitFor(reason, 0),
          ...(who !== undefined && { who }),
        })
      return
    }
    const end = until ?? this.#clock.now() + (retryAfterMs ?? waitFor(reason, this.#failedTries))
    // Several rows in flight that fail for the same reason count as one try.
    if (!this.#wait) this.#failedTries += 1
    this.set({ reason, until: Math.max(end, this.#wait ? this.until : 0) })
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
 * Milliseconds until the next try, if the service named no time. Short at first, because an outage may be brief, and at
 * most 15 minutes, so that a batch left overnight continues.
 */
export function waitFor(reason: keyof typeof ladders, failedTries: number): number {
  const ladder = ladders[reason]
  return (ladder[Math.min(failedTries, ladder.length - 1)] ?? 60) * 1_000
}

/** A shorter wait for the turn of a team, ms, lets no batch of another account in between: that may go on for hours. */
const shortWait = 60_000

/** The wait of a run for its desk's turn, requested each second and reported once. */
export class TurnWait {
  readonly #clock: Clock
  #who: string | null = null
  #since = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** True if this wait was reported already; one for another reason ends it. */
  isReported({ reason, who = '' }: Wait): boolean {
    const before = this.#who
    this.#who = reason === 'team-turn' ? who : null
    if (before === null) this.#since = this.#clock.now()
    return this.#who !== null && this.#who === before
  }

  get isShort(): boolean {
    return this.#who !== null && Math.abs(this.#clock.now() - this.#since) < shortWait
  }

  /** A row got through. @returns whether the turn was waited for */
  end(): boolean {
    const waited = this.#who !== null
    this.#who = null
    return waited
  }
}

/** Pause between tries for a journal that another program locks, in ms. */
const lockedMs = 1_000
/** After so many tries in a row the batch pauses; a result is kept to be written later. */
const mostTries = 5

/** Waits of a run for a journal that another program locks. */
export class LockedJournal {
  readonly #clock: Clock
  readonly #signal: AbortSignal
  #tries = 0

  /** @param signal ends every wait at once */
  constructor(clock: Clock, signal: AbortSignal) {
    this.#clock = clock
    this.#signal = signal
  }

  /** The journal was written: the next lock may be waited for as long as the first. */
  written(): void {
    this.#tries = 0
  }

  /** Waits for the lock to go; false at once if the error is no lock, or was waited for often enough. */
  async waited(error: unknown): Promise<boolean> {
    if (!isLocked(error) || this.#tries >= mostTries) return false
    this.#tries += 1
    await this.#clock.sleep(lockedMs, this.#signal)
    return true
  }
}

/** SQLite's own words, after it has waited for its time. */
const isLocked = (error: unknown): boolean =>
  error instanceof Error && /database (table )?is locked/i.test(error.message)
