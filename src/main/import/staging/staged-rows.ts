import { DatabaseSync } from 'node:sqlite'
import type { DraftRow } from '#shared/import/draft.ts'
import { fingerprintOf } from '../../writes/fingerprint.ts'
import type { PlannedRow } from '../../writes/planned-row.ts'
import { isNoValue } from '../check/no-value.ts'
import { foldOf, readStockKey } from '../../writes/stock-key.ts'
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
    const plan = readPlan(db)
    const reader = new StagedReader(db, plan, new StagedVehicles(db))
    const numberAt = plan.mapping.indexOf('stock_no')
    const page = db.prepare(
      `SELECT ${recordColumns} FROM records WHERE line > ? ORDER BY line LIMIT ${pageSize}`,
    )
    for (let after = 0; ;) {
      const rows = page.all(after).map((row) => plannedRow(reader.toPlan(row), numberAt))
      yield* rows
      const last = rows.at(-1)
      if (!last) return
      after = last.line
    }
  } finally {
    db.close()
  }
}

/** @param numberAt the column of the dealer's own numbers, -1 if there is none */
function plannedRow(row: DraftRow, numberAt: number): PlannedRow {
  const { line, operation, payload, before, cells, problems, car } = row
  return {
    line,
    operation,
    autoId: operation !== 'create' && typeof payload.auto_id === 'number' ? payload.auto_id : null,
    payload,
    before,
    fingerprint: fingerprintOf(operation, payload),
    // A row that changes nothing would only cost a call.
    ...stateOf(row),
    problems,
    cells,
    ...(car && car.key !== '' && { stock: { key: car.key, fold: foldOf(car.key), missing: car.missing } }),
    ...(takesNumber(row) && numbered(cells[numberAt])),
  }
}

/** Newer values stay until a person takes the file's. */
function stateOf({ leftOut, unchanged, valid, problems }: DraftRow): Pick<PlannedRow, 'state' | 'errorCode'> {
  if (leftOut && valid && problems.some(({ code }) => code === 'sent-since'))
    return { state: 'conflict', errorCode: 'sent-since' }
  return { state: leftOut || unchanged ? 'skipped' : valid ? 'planned' : 'invalid' }
}

/** Two equal rows are one car, or two of which the first has the number. */
const takesNumber = ({ operation, valid, leftOut, problems }: DraftRow): boolean =>
  operation === 'create' && valid && !leftOut && !problems.some(({ code }) => code === 'duplicate-row')

/** The own number of a new advert's row, which is kept with it: the next file finds the advert by it. */
function numbered(cell: string | undefined): Pick<PlannedRow, 'stock'> {
  const key = cell === undefined ? null : readStockKey(cell)
  return key === null || isNoValue(key.key) ? {} : { stock: { ...key, missing: false } }
}
