import type { StoredBatch } from '../journal/batch-record.ts'
import type { DoneWrites } from '../journal/done-writes.ts'
import type { BatchParts } from './batch-parts.ts'
import type { Sharing } from './permits.ts'
import type { CallTally } from './progress-reporter.ts'
import type { Passed } from './rows-aside.ts'
import type { AdvertPort } from './service-adverts.ts'
import type { Wait } from './waits.ts'

/** One stretch of sending a batch. */
export interface Stretch extends Omit<BatchParts, 'sharing'> {
  readonly batch: StoredBatch
  readonly port: AdvertPort
  readonly sharing: Sharing
  readonly doneWrites: DoneWrites
  readonly tally: CallTally
  /** Rows that got through, of all batches of the account. */
  readonly passed: Passed
  /**
   * From when (ms since 1970) another batch could be sent while this one waits; null if there is none.
   * @param alike whether one of the same account may be
   */
  readonly othersFrom: (alike: boolean) => number | null
  /** Wait before the first row, such as a quota that was used up when the app was closed. */
  readonly wait: Wait | null
  readonly onRow: () => void
  readonly onStatus: () => void
  /** Results that could not be committed yet: the rows stay `sending` until they are. */
  readonly unrecorded: (() => void)[]
}
