import type { RowPlan } from '../check/row-plan.ts'
import type { Compare } from '../compare/compare.ts'
import type { Car } from './decisions.ts'
import type { StockColumns } from './stock-columns.ts'
import type { LinkFact } from './stock-facts.ts'
import type { StockNote } from '../../writes/stock-file.ts'
import type { StockRequest } from './stock-request.ts'

/** Everything that the last step of a check works with. */
export interface DecisionParts {
  readonly request: StockRequest
  readonly columns: StockColumns
  readonly rowPlan: RowPlan
  readonly compare: Compare | null
  readonly cars: readonly Car[]
  readonly links: ReadonlyMap<string, LinkFact>
  readonly notes: readonly StockNote[]
  /** Rows that the filter of the source left out. */
  readonly filtered: number
}
