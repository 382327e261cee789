import { DatabaseSync } from 'node:sqlite'
import { toProblem } from '../../writes/problem-words.ts'
import { fingerprintOf } from '../../writes/fingerprint.ts'
import type { PlannedRow } from '../../writes/planned-row.ts'
import { recordColumns, StagedReader, type StagedRecord } from './staged-reading.ts'
import type { StagedPlan } from './staging-tables.ts'

const pageSize = 500

/**
 * Every record of a checked draft in the order of its file, as the journal plans it. Rows are read in pages, so that a
 * million of them never stand in memory. Problems have words in the language of the app.
 */
export function* readStagedRows(stagingPath: string): Generator<PlannedRow> {
  const db = new DatabaseSync(stagingPath, { readOnly: true })
  try {
    const reader = new StagedReader(db, readPlan(db))
    const page = db.prepare(
      `SELECT ${recordColumns} FROM records WHERE line > ? ORDER BY line LIMIT ${pageSize}`,
    )
    for (let after = 0; ;) {
      const rows = page.all(after).map((row) => plannedRow(reader.readRow(row)))
      yield* rows
      const last = rows.at(-1)
      if (!last) return
      after = last.line
    }
  } finally {
    db.close()
  }
}

/** How the draft's records were read and what its file is. */
export function readPlan(db: DatabaseSync): StagedPlan {
  const row = db.prepare('SELECT json FROM plan').get()
  // Written by ourselves moments ago into a file that is dropped with its draft.
  return JSON.parse(String(row?.json)) as StagedPlan
}

function plannedRow(record: StagedRecord): PlannedRow {
  const { line, operation, payload, before, cells } = record
  return {
    line,
    operation,
    autoId: operation !== 'create' && typeof payload.auto_id === 'number' ? payload.auto_id : null,
    payload: payload,
    before: before,
    fingerprint: fingerprintOf(operation, payload),
    // A row that changes nothing would only cost a call.
    state: record.leftOut || record.unchanged ? 'skipped' : record.valid ? 'planned' : 'invalid',
    problems: record.findings.map(toProblem),
    cells,
  }
}
