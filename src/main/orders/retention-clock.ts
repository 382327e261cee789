import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { RowQuery } from '../storage/row-query.ts'
import type { Clock } from '../system/clock.ts'

interface RetentionPorts {
  readonly clock: Clock
  /** The database of what can't be read again. */
  readonly db: () => DatabaseSync
  /** When something was saved last, ISO 8601; null if nothing was. */
  readonly newestRecord: () => string | null
  /** The time as another computer tells it, ms since 1970; null before one answered. */
  readonly otherNow: () => number | null
  /** Gets once that the clock can't be right. */
  readonly onApart: (now: number, known: number) => void
}

const hour = 3_600_000
/** A clock may go wrong by so much and nobody notice, and nobody start the app for so long. */
const mostApart = 5 * 24 * hour

const seenSchema = z.object({ at: z.number() })

/** The time by which data is removed for good: that of a clock which something else bears out. */
export class RetentionClock {
  readonly #ports: RetentionPorts
  #isSaid = false

  constructor(ports: RetentionPorts) {
    this.#ports = ports
  }

  /**
   * Ms since 1970: this computer's time if it is that of another one, or days at most from the last time that was right. Else the
   * earliest of them, by which nothing is removed that was not due then.
   */
  now(): number {
    const { clock, otherNow, onApart } = this.#ports
    const now = clock.now()
    const kept = this.#kept()
    const seen = kept ?? this.#newest()
    const known = otherNow() ?? seen ?? now
    if (Math.abs(now - known) <= mostApart) {
      if (kept === null || Math.abs(now - kept) > hour) this.#keep(now)
      return now
    }
    if (!this.#isSaid) onApart(now, known)
    this.#isSaid = true
    return Math.min(now, known, seen ?? now)
  }

  #kept(): number | null {
    return new RowQuery(this.#ports.db(), seenSchema, 'SELECT at FROM clock_seen').first()?.at ?? null
  }

  #newest(): number | null {
    const newest = Date.parse(this.#ports.newestRecord() ?? '')
    return Number.isNaN(newest) ? null : newest
  }

  #keep(now: number): void {
    try {
      this.#ports
        .db()
        .prepare('INSERT OR REPLACE INTO clock_seen (one, at) VALUES (1, ?)')
        .run(Math.round(now))
    } catch {
      // An older time that is known removes less.
    }
  }
}
