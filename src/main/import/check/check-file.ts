import type { FileShape } from '#shared/import/draft.ts'
import { type CheckedRow, isValid } from './row-check.ts'
import { planRows, type PlanSource, type RowPlan } from './row-plan.ts'
import type { CsvRecord } from '../csv/csv-record.ts'
import { readRecords } from '../csv/csv-records.ts'
import { isSepLine } from '../csv/file-shape.ts'
import type { SourceFile } from '../csv/source-file.ts'
import type { Duplicates } from './duplicates.ts'
import { checkRecord } from './record-check.ts'

/** A record with what its check found. */
export interface ReadRow {
  readonly record: CsvRecord
  readonly checked: CheckedRow
}

export interface CheckedPiece {
  readonly rows: readonly ReadRow[]
  /** The bytes (UTF-8) in which the records stand. */
  readonly bytes: Buffer
  /** Bytes of the file read so far. */
  readonly position: number
}

export interface CheckOptions {
  readonly shape: FileShape
  readonly plan: PlanSource
  readonly duplicates: Duplicates
}

/** Reads and checks every record under the header, in pieces that are not kept. @throws what readRecords throws */
export function* checkFile(
  source: SourceFile,
  { shape, plan, duplicates }: CheckOptions,
): Generator<CheckedPiece> {
  const rowPlan = planRows(plan)
  let headerPassed = false
  for (const { records, bytes, position } of readRecords(source, shape)) {
    // Only the first piece can hold them.
    const body = headerPassed ? records : records.filter((record) => !isSepLine(record)).slice(1)
    headerPassed ||= records.length > 0
    yield { rows: body.map((record) => checkOne(record, record.line, rowPlan, duplicates)), bytes, position }
  }
}

/** Checks one record; a row without an error is held against the rows before it. */
export function checkOne(record: CsvRecord, line: number, plan: RowPlan, duplicates: Duplicates): ReadRow {
  const checked = checkRecord(record, plan)
  const duplicate = isValid(checked) ? duplicates.seen(line, record, checked, plan) : null
  return {
    record,
    checked: duplicate ? { ...checked, problems: [...checked.problems, duplicate] } : checked,
  }
}
