import type { DatabaseSync } from 'node:sqlite'
import type { StockCheck } from '#shared/stock/stock-check.ts'
import type { StagedPlan } from '../staging/staged-plan.ts'
import type { StockRequest } from './stock-request.ts'
import { StockStaging } from './stock-staging.ts'

/** What a checked file does to the stock, as it is now. */
export function checkOfStock(
  db: DatabaseSync,
  { header, mapping }: StagedPlan,
  { source, key, missing, filter, told }: StockRequest,
): StockCheck {
  const staging = new StockStaging(db)
  const { brake, rows, filtered, twins } = staging.kept()
  return {
    ...told,
    source,
    key,
    missing,
    filter,
    counts: staging.counts(),
    found: staging.found(),
    brake,
    rows,
    filtered,
    twins,
    header: [...header],
    mapping: [...mapping],
  }
}
