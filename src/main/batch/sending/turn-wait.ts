import type { Clock } from '../../system/clock.ts'
import type { Wait } from './backoff.ts'

/** A shorter wait for the turn of a team, ms, lets no batch of another account in between: that may go on for hours. */
const shortWait = 60_000

/** The wait of a run for its desk's turn, which is asked for each second and told once. */
export class TurnWait {
  readonly #clock: Clock
  #who: string | null = null
  #since = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Whether this wait was told already; one for another reason ends it. */
  isTold({ reason, who = '' }: Wait): boolean {
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
