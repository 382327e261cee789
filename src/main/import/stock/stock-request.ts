import type { StockCheck, StockChoice } from '#shared/stock/stock-check.ts'
import type { ClueFacts } from './missing-clues.ts'
import type { StockFacts } from './stock-facts.ts'

/**
 * Request to check a file as the whole stock of a source, with all that the decisions follow from; data that crosses
 * threads.
 */
export interface StockRequest extends Pick<
  StockChoice,
  'key' | 'source' | 'filter' | 'quantity' | 'missing'
> {
  /** The fields that columns of the source's last file gave. */
  readonly usualFields: readonly string[]
  readonly facts: StockFacts
  readonly clues: ClueFacts
  /** Facts that the check reports; the worker doesn't need them. */
  readonly reported: Pick<StockCheck, 'isFirstLook' | 'age' | 'asOf' | 'last' | 'largestOfWeek' | 'revision'>
}
