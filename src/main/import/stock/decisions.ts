import type { CurrencyId } from '#shared/batch/currency.ts'
import type { CarDecision, StockBrake } from '#shared/stock/stock-check.ts'
import type { StockKey } from '../../writes/stock-key.ts'
import type { KeyTrouble } from '../check/row-number.ts'
import type { Vehicle } from './stock-facts.ts'

/** A row of a stock file, checked and compared with the advert of its key. */
export interface Car {
  readonly line: number
  readonly key: StockKey | null
  /** Why it has no key; null if it has one. */
  readonly trouble: KeyTrouble | null
  /**
   * Digest of what the row says of its car: rows of one key are the same if their digests are, whatever else their
   * files say.
   */
  readonly content: string
  /** The number of cars that the row says; null if it says none. Those of rows that are the same add up. */
  readonly amount: number | null
  readonly isValid: boolean
  /** Other rows of the file may be inside it, because of a stray quotation mark. */
  readonly holdsRows: boolean
  readonly vehicle: Vehicle | null
  /** The advert that a column of the file names. */
  readonly autoId: number | null
  readonly price: number | null
  readonly currency: CurrencyId | null
  readonly year: number | null
  /** File's value for `in_stock`: a blank keeps what it gave last; null without such a column. */
  readonly inStock: 0 | 1 | null
  /** It has all that a new advert needs. */
  readonly isComplete: boolean
  /** The file has the car, and says that there is none: no advert is made for it. */
  readonly soldOut: boolean
  /** An edit of its advert would change something; `in_stock` alone only if the file has a column for it. */
  readonly changes: boolean
  /** Why fields stay as a person set them; null if none does. */
  readonly kept: 'by-hand' | 'pinned' | null
}

/** An advert that may be a car's own. */
export type Candidate = CarDecision['candidates'][number]

/** Decision about a car, and its reason. */
export interface Verdict extends Omit<CarDecision, 'key' | 'missing'> {
  /** Another row with the key, which says the same (an earlier one) or something else: its line. */
  readonly otherLine: number | null
}

/** A live link of the source whose key the file lacks. */
export interface MissingCar {
  readonly key: string
  readonly autoId: number
  readonly verdict: Verdict
  readonly does: 'nothing' | 'not-in-stock' | 'delete'
}

export interface Decisions {
  /** By line; of every car. */
  readonly verdicts: ReadonlyMap<number, Verdict>
  readonly missing: readonly MissingCar[]
  /** If there is one, nothing of the file may be sent, neither its rows nor what is missing. */
  readonly brake: StockBrake | null
  /** Keys that the file has, be it in a row with an error. */
  readonly present: readonly string[]
  /** Keys of the source that the file lacks; none while a row has no key, or an error and no advert. */
  readonly lacking: readonly string[]
  /** Sources that had no file for long, whose cars count as missing here: by name. */
  readonly silent: readonly string[]
  /** A row may be any car of the source. */
  readonly isUnclear: boolean
  /** Keys whose link the file ends without a request: a person deleted the advert or ended the link, and the car left. */
  readonly ending: readonly string[]
}
