import { DatabaseSync } from 'node:sqlite'
import type { DraftRow } from '#shared/import/draft.ts'
import { fingerprintOf } from '../../writes/fingerprint.ts'
import type { PlannedRow } from '../../writes/planned-row.ts'
import { foldOf } from '../../writes/stock-key.ts'
import { readPlan } from './staged-plan.ts'
import { recordColumns, StagedReader } from './staged-reader.ts'
import { StagedVehicles } from './staged-vehicles.ts'

const pageSize = 500

/**
 * Every record of a checked draft in the order of its file, as the journal plans it. Rows are read in pages, so that a
 * million of them are never in memory at once.
 */
export function* readStagedRows(stagingPath: string): Generator<PlannedRow> {
  const db = new DatabaseSync(stagingPath, { readOnly: true })
  try {
    const reader = new StagedReader(db, readPlan(db), new StagedVehicles(db))
    const page = db.prepare(
      `SELECT ${recordColumns} FROM records WHERE line > ? ORDER BY line LIMIT ${pageSize}`,
    )
    for (let after = 0; ;) {
      const rows = page.all(after).map((row) => plannedRow(reader.toPlan(row)))
      yield* rows
      const last = rows.at(-1)
      if (!last) return
      after = last.line
    }
  } finally {
    db.close()
  }
}

function plannedRow(row: DraftRow): PlannedRow {
  const { line, operation, payload, before, cells, problems, car } = row
  return {
    line,
    operation,
    autoId: operation !== 'create' && typeof payload.auto_id === 'number' ? payload.auto_id : null,
    payload,
    before,
    fingerprint: fingerprintOf(operation, payload),
    // A row that changes nothing would only cost a call.
    state: row.leftOut || row.unchanged ? 'skipped' : row.valid ? 'planned' : 'invalid',
    problems,
    cells,
    ...(car && car.key !== '' && { stock: { key: car.key, fold: foldOf(car.key), missing: car.missing } }),
  }
}
