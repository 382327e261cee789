import { problemPages } from './row-pages.ts'
import { type RecheckParts, RowRechecks } from './row-rechecks.ts'
import type { StagedVehicles } from './staged-vehicles.ts'

/** What is said of names that were not found for certain. */
const nameCodes = ['name-unknown', 'name-ambiguous', 'name-learned', 'ids-apart', 'name-uncompared']

/** Checks the rows again whose names were not found for certain: more of them may be known now. Cells that were fixed stay. */
export async function renameRows(parts: RecheckParts): Promise<StagedVehicles> {
  const { db } = parts.staging
  db.exec(`DELETE FROM vehicles WHERE json_array_length(resolved, '$.findings') > 0`)
  const rechecks = new RowRechecks(parts)
  for (const page of problemPages(db, nameCodes)) await rechecks.again(page)
  return rechecks.vehicles
}
