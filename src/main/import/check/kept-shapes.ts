import { RecordScanner } from '../csv/record-scanner.ts'
import { Duplicates } from './duplicates.ts'
import { TableBounds } from './outside-table.ts'
import { checkRecord } from './record-check.ts'
import type { RowPlan } from './row-plan.ts'
import { noVehicles } from './row-vehicles.ts'

let kept: unknown = null

/**
 * Keeps one object of each kind that the check of rows makes. V8 throws compiled code away with the last object of a shape
 * that it was compiled for: without them, the next file begins with slow code if memory was cleared in between.
 */
export function keepShapes(plan: RowPlan): void {
  kept ??= sampleOf(plan)
}

/** Two records, one of them with a cell in quotation marks. They hold no row of the file. */
function sampleOf(plan: RowPlan): unknown {
  const own = { ...plan, vehicles: noVehicles }
  const scanner = new RecordScanner(plan.delimiter)
  const cells = plan.header.map(() => '1').join(plan.delimiter)
  const { records } = scanner.scan(Buffer.from(`${cells}\n"1"\n`), true)
  const bounds = new TableBounds(records, plan.header.length)
  const duplicates = new Duplicates()
  const rows = duplicates.check(
    records.map((record) => checkRecord(record, own)),
    [1, 2],
    own,
  )
  return { own, scanner, records, bounds, duplicates, rows }
}
