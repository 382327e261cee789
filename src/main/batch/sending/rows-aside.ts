import type { RowTransition, Halt } from '../journal/outcome.ts'
import type { Sent } from './row-sender.ts'

/** Rows got through at the service so far, of all batches of an account: a sign that it works. */
export interface Passed {
  count: number
}

/** A halt of the service or the line that may be about one row alone. */
interface Trouble {
  /** What had got through when the row was first tried. */
  readonly passedBefore: number
  /** Failed tries after others got through. */
  tries: number
}

/** Reads of one row that fail after others got through until the trouble counts as its own. */
const mostTries = 2
/** Rows in a row that fail to be read, or are not shown: then it is no matter of one row. */
const [mostTroubledInARow, mostUnshownInARow] = [2, 8]

/**
 * Rows that are left for later so that they don't hold the others: those whose advert could not be read, and those that a
 * person is to be asked about.
 */
export class RowsAside {
  readonly #passed: Passed
  readonly #waiting = new Set<number>()
  readonly #unshown = new Set<number>()
  readonly #troubles = new Map<number, Trouble>()
  #lastHalt: Halt | null = null
  #troubledInARow = 0
  #unshownInARow = 0

  constructor(passed: Passed) {
    this.#passed = passed
  }

  has(row: number): boolean {
    return this.#waiting.has(row) || this.#unshown.has(row)
  }

  /** Whether a person is to be asked about adverts that the service doesn't show. */
  get asks(): boolean {
    return this.#unshown.size > 0
  }

  /** The service answered about a row. */
  passed(row: number): void {
    this.#passed.count += 1
    this.#troubledInARow = 0
    this.#unshownInARow = 0
    this.#troubles.delete(row)
  }

  /** @returns whether so many rows are not shown that the whole batch should stop and ask */
  addUnshown(row: number): boolean {
    this.#unshown.add(row)
    this.#unshownInARow += 1
    return this.#unshownInARow === mostUnshownInARow
  }

  /**
   * Leaves a row whose advert could not be read for later.
   * @returns how the row ends, if others got through since it was first tried; `wait` if the next one would fail as well
   */
  addTroubled(row: number, { halt, alone }: Sent): RowTransition | 'wait' | null {
    const trouble = this.#troubles.get(row) ?? { passedBefore: this.#passed.count, tries: 0 }
    this.#troubles.set(row, trouble)
    if (this.#passed.count > trouble.passedBefore) trouble.tries += 1
    if (alone && trouble.tries === mostTries) {
      this.#troubles.delete(row)
      return alone
    }
    this.#waiting.add(row)
    this.#lastHalt = halt
    this.#troubledInARow += 1
    return this.#troubledInARow >= mostTroubledInARow ? 'wait' : null
  }

  /** The halt to wait out before the rows that could not be read are tried again; null if there are none. */
  release(): Halt | null {
    if (this.#waiting.size === 0) return null
    this.#waiting.clear()
    return this.#lastHalt
  }

  /** A person says something new: all of them may be tried again. */
  releaseAll(): void {
    this.#waiting.clear()
    this.#unshown.clear()
    this.#unshownInARow = 0
  }
}
