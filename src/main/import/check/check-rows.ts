import type { Row } from '../rows/row.ts'
import { type CheckedRow, isValid } from './checked-row.ts'
import { checkRecord } from './record-check.ts'
import type { RowPlan } from './row-plan.ts'

/** Checks rows, each by itself. */
export const checkRows = (rows: readonly Row[], plan: RowPlan): readonly CheckedRow[] =>
  rows.map((row) => withMark(checkRecord(row, plan)))

/** The row with what tells it from others: the id of its advert, which comes first, or the numbers of a new one. */
const withMark = (row: CheckedRow): CheckedRow =>
  isValid(row)
    ? { ...row, mark: row.operation === 'create' ? row.numbers.join(',') : (row.numbers[0] ?? Number.NaN) }
    : row
