import type { Duplicates } from '../check/duplicates.ts'
import type { RowPlan } from '../check/row-plan.ts'
import type { Compare } from '../compare/compare.ts'
import type { Staging } from '../staging/staging.ts'
import type { Car } from './decisions.ts'
import type { LinkFact } from './stock-facts.ts'
import type { StockRecords } from './stock-records.ts'
import type { StockRequest } from './stock-request.ts'
import type { StockStaging } from './stock-staging.ts'

/** Everything that the last step of a check works with. */
export interface DecisionParts {
  readonly staging: Staging
  readonly stock: StockStaging
  readonly request: StockRequest
  readonly records: StockRecords
  readonly plan: RowPlan
  readonly duplicates: Duplicates
  readonly compare: Compare | null
  readonly cars: readonly Car[]
  readonly links: ReadonlyMap<string, LinkFact>
  /** Rows that the filter of the source left out. */
  readonly filtered: number
  /** The last line of the file with a row; the rows of missing cars come after it. */
  readonly lastLine: number
}
