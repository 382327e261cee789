import type { Clock } from '../../system/clock.ts'
import type { Journal } from '../journal/journal.ts'
import type { Wait } from './backoff.ts'
import type { RowSender } from './row-sender.ts'
import type { Passed } from './rows-aside.ts'

/** How many rows may be in flight at once. */
export interface Concurrency {
  readonly creates: number
  readonly others: number
}

/** What one stretch of sending a batch works with. */
export interface RunParts {
  readonly seq: number
  readonly journal: Journal
  readonly sender: RowSender
  /** Null if so many further calls may be made now, else when they may be, ms since 1970. */
  readonly freeFor: (calls: number) => number | null
  /** `live` if an edit or delete takes a read before it. */
  readonly guard: 'live' | 'cached'
  readonly concurrency: Concurrency
  /** What got through of all batches of the account. */
  readonly passed: Passed
  /**
   * From when (ms since 1970) another batch could be sent while this one waits; null if there is none.
   * @param alike whether one of the same account may be
   */
  readonly othersFrom: (alike: boolean) => number | null
  readonly clock: Clock
  /** What the run waits for before its first row, such as a quota that was used up when the app was closed. */
  readonly wait: Wait | null
  /** Keeps until when the service asked to send nothing, ms since 1970. */
  readonly hold: (until: number) => void
  readonly onRow: () => void
  readonly onStatus: () => void
  /** Results that could not be committed yet: the rows stay `sending` until they are. */
  readonly unrecorded: (() => void)[]
}
