import type { BatchTable } from '../journal/batch-table.ts'
import type { AdvertPort } from './advert-port.ts'
import { countedPort } from './counted-port.ts'

/**
 * Counts the requests that a batch takes. They are written down now and then, not with each row, which would cost a commit:
 * after a crash those of its last moment are missing.
 */
export class CallTally {
  readonly #batches: BatchTable
  readonly #seq: number
  #unsaved = 0

  constructor(batches: BatchTable, seq: number) {
    this.#batches = batches
    this.#seq = seq
  }

  /** The same adverts, whose requests are this batch's. */
  of(port: AdvertPort): AdvertPort {
    return countedPort(port, (calls) => {
      this.#unsaved += calls
    })
  }

  /** Writes down what was counted since the last time; if that can't be done, it is kept for the next. */
  save(): void {
    if (this.#unsaved === 0) return
    try {
      this.#batches.addRequests(this.#seq, this.#unsaved)
      this.#unsaved = 0
    } catch {
      // What is sent matters more than its count: a journal that can't be written stops the batch where a row is.
    }
  }
}
