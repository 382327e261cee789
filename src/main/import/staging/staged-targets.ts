import { checkRow, payloadOf } from '../check/row-check.ts'
import { planRows } from '../check/row-plan.ts'
import { filteredPages } from './row-pages.ts'
import { type RecheckParts, RowRechecks } from './row-rechecks.ts'
import { StagedChunks } from './staged-chunks.ts'
import { formatOf } from './staged-plan.ts'
import type { StagedVehicles } from './staged-vehicles.ts'

const targeting = ['edit', 'delete'] as const

/** The adverts that rows of a draft edit or delete, each once. */
export function stagedTargets({ staging, plan }: RecheckParts): Float64Array<ArrayBuffer> {
  const chunks = new StagedChunks(staging.db)
  const rowPlan = planRows(plan)
  const format = formatOf(plan)
  const ids = new Set<number>()
  for (const filter of targeting)
    for (const page of filteredPages(staging.db, { filter })) {
      for (const record of format.readPage(chunks.page(page))) {
        const { auto_id: id } = payloadOf(checkRow(record, rowPlan), rowPlan)
        if (typeof id === 'number') ids.add(id)
      }
    }
  return Float64Array.from(ids)
}

/** Checks every edit and delete again. Cells that were fixed stay. */
export async function recheckTargets(parts: RecheckParts): Promise<StagedVehicles> {
  const rechecks = new RowRechecks(parts)
  for (const filter of targeting)
    for (const page of filteredPages(parts.staging.db, { filter })) await rechecks.again(page)
  return rechecks.vehicles
}
