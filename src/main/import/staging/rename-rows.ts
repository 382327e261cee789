import { z } from 'zod'
import { checkOne } from '../check/check-file.ts'
import type { Duplicates } from '../check/duplicates.ts'
import { planRows } from '../check/row-plan.ts'
import type { Compare } from '../compare/compare.ts'
import { compareRows } from '../compare/compare-rows.ts'
import { readRecord } from '../csv/one-record.ts'
import type { StagedPlan } from './staged-plan.ts'
import { StagedVehicles } from './staged-vehicles.ts'
import type { Staging } from './staging.ts'

const rowsAtOnce = 500

const recordSchema = z.object({ line: z.int(), bytes: z.instanceof(Uint8Array) })

/** Rows with something to say of their names, in the order of the file, with their bytes. */
const renamedRows = `SELECT records.line, substr(chunks.bytes, start + 1, size) AS bytes
  FROM records JOIN chunks ON chunks.id = chunk
  WHERE records.line > ? AND EXISTS (
    SELECT 1 FROM findings WHERE findings.line = records.line
      AND code IN ('name-unknown', 'name-ambiguous', 'name-learned', 'ids-apart'))
  ORDER BY records.line LIMIT ${rowsAtOnce}`

interface RenameParts {
  readonly staging: Staging
  readonly plan: StagedPlan
  readonly duplicates: Duplicates
  readonly compare: Compare | null
}

/** Checks the rows again whose names were not found for certain: more of them may be known now. Cells that were fixed stay. */
export async function renameRows({
  staging,
  plan,
  duplicates,
  compare,
}: RenameParts): Promise<StagedVehicles> {
  staging.db.exec(`DELETE FROM vehicles WHERE json_array_length(resolved, '$.findings') > 0`)
  const vehicles = new StagedVehicles(staging.db, compare)
  const rowPlan = planRows(plan, vehicles)
  const page = staging.db.prepare(renamedRows)
  for (let after = 0; ;) {
    const stored = page.all(after).map((row) => recordSchema.parse(row))
    const last = stored.at(-1)
    if (!last) return vehicles
    const records = stored.map(({ bytes }) => readRecord(Buffer.from(bytes), plan.shape.delimiter))
    await vehicles.ask(records, rowPlan)
    const checked = records.map((record, at) => checkOne(record, stored[at]?.line ?? 0, rowPlan, duplicates))
    staging.checkedAgain(
      stored.map(({ line }) => line),
      await compareRows(checked, rowPlan, compare),
    )
    after = last.line
  }
}
