import type { DraftRow } from '#shared/import/draft.ts'
import { planRows } from '../check/row-plan.ts'
import type { Compare } from '../compare/compare.ts'
import { checkAgain } from '../draft/check-draft.ts'
import { RowOfDraft } from '../draft/draft-row.ts'
import { DraftVehicles } from '../draft/draft-vehicles.ts'
import { shownRow } from '../draft/shown-row.ts'
import type { CheckRequest, DraftSource } from './draft-source.ts'

/** Rows that are shown before the check, and the records under the header among which they are. */
const mostRows = 20
const mostRecords = 60

/** The first rows of a source as a check with these choices would show them. @throws what the source throws */
export function previewRows(source: DraftSource, request: CheckRequest, compare: Compare | null): DraftRow[] {
  const { plan, rows } = source.read(request, mostRecords)
  const vehicles = new DraftVehicles()
  vehicles.checksIds = compare?.holdsNames ?? false
  const rowPlan = planRows(plan, vehicles)
  return checkAgain(rows.slice(0, mostRows), { rowPlan, vehicles, compare }).map((checked) =>
    shownRow(new RowOfDraft(checked), { rowPlan, carOf: null }),
  )
}
