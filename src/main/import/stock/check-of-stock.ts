import type { DatabaseSync } from 'node:sqlite'
import type { StockCheck } from '#shared/stock/stock-check.ts'
import type { StagedPlan } from '../staging/staged-plan.ts'
import type { StockRequest } from './stock-request.ts'
import { StockStaging } from './stock-staging.ts'

/** What a checked file does to the stock, as it is now. */
export function checkOfStock(
  db: DatabaseSync,
  { header, mapping, addedCells = 0 }: StagedPlan,
  request: StockRequest,
): StockCheck {
  const { source, key, missing, filter, told } = request
  const fields: string[] = [...new Set(mapping.slice(addedCells).filter((column) => column !== null))]
  const staging = new StockStaging(db)
  const { brake, clues, rows, filtered, twins, lostZeros, silent } = staging.kept()
  return {
    ...told,
    source,
    key,
    missing,
    filter,
    counts: staging.counts(),
    found: staging.found(),
    brake,
    withdrawn: staging.withdrawn(),
    clues,
    rows,
    filtered,
    twins,
    lostZeros,
    silent,
    fields,
    vanished: request.usualFields.filter((field) => !fields.includes(field)),
    header: [...header],
    mapping: [...mapping],
  }
}
