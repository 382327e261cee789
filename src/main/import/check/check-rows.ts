import { hash } from 'node:crypto'
import type { Row } from '../rows/row.ts'
import { type CheckedRow, isValid } from './checked-row.ts'
import { checkRecord } from './record-check.ts'
import type { RowPlan } from './row-plan.ts'

/** Longer marks are kept as a digest. */
const longestMark = 120

/** Checks rows, each by itself. */
export const checkRows = (rows: readonly Row[], plan: RowPlan): readonly CheckedRow[] =>
  rows.map((row) => withMark(checkRecord(row, plan), plan))

/** The row with what tells it from others. */
export const withMark = (row: CheckedRow, plan: RowPlan): CheckedRow =>
  isValid(row) ? { ...row, mark: markOf(row, plan) } : row

function markOf({ operation, record, numbers }: CheckedRow, { texts }: RowPlan): string | number {
  // The id of their advert comes first.
  if (operation !== 'create') return numbers[0] ?? Number.NaN
  const said = `${numbers.join(',')}\0${texts.map(({ index }) => record.text(index)).join('\0')}`
  return said.length > longestMark ? hash('sha1', said) : said
}
