import type { Clock } from '../../system/clock.ts'

/** How often a journal that another program locks is tried again, in ms. */
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
