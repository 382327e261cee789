import type { MissingRule } from '#shared/stock/stock-actions.ts'
import type { StockCheck, StockFilter } from '#shared/stock/stock-check.ts'
import type { ClueFacts } from './missing-clues.ts'
import type { StockFacts } from './stock-facts.ts'

/**
 * Request to check a file as the whole stock of a source, with all that the decisions follow from; data that crosses
 * threads.
 */
export interface StockRequest {
  readonly key: string
  readonly source: string
  /** Filter for the rows of the stock; null if all are. */
  readonly filter: StockFilter | null
  /** The column that says how many cars there are; null if none does. */
  readonly quantity: string | null
  readonly missing: MissingRule
  /** The fields that columns of the source's last file gave. */
  readonly usualFields: readonly string[]
  readonly facts: StockFacts
  readonly clues: ClueFacts
  /** Facts that the check reports; the worker doesn't need them. */
  readonly reported: Pick<StockCheck, 'isFirstLook' | 'age' | 'asOf' | 'last' | 'largestOfWeek' | 'revision'>
}
