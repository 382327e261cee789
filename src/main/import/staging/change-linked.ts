import { problemPages } from './row-pages.ts'
import { type RecheckParts, RowRechecks } from './row-rechecks.ts'
import { changePlan, type StagedPlan } from './staged-plan.ts'
import type { StagedVehicles } from './staged-vehicles.ts'

/** Makes rows of new adverts that the stock has by their numbers change these adverts. */
export async function changeLinked(
  parts: RecheckParts,
): Promise<{ readonly vehicles: StagedVehicles; readonly plan: StagedPlan }> {
  const plan: StagedPlan = { ...parts.plan, changesLinked: true, fileOperation: 'mixed' }
  changePlan(parts.staging.db, plan)
  const rechecks = new RowRechecks({ ...parts, plan })
  for (const page of problemPages(parts.staging.db, ['number-linked'])) await rechecks.again(page)
  return { vehicles: rechecks.vehicles, plan }
}
