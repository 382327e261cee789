import { type Finding, finding } from '../../writes/finding.ts'
import type { Row } from '../rows/row.ts'
import type { CheckedRow } from './checked-row.ts'
import type { RowPlan } from './row-plan.ts'

/** With fewer rows one of them is the shortest by chance. */
const leastRows = 3

/**
 * Finds a file that ends inside its last cell: only its last row has no line end, and the cell is shorter than any other
 * of its column. Many programs write no last line end, so that alone is no sign.
 * @param open the last row of the file, if nothing says that it is whole
 */
export function cutCell(
  rows: readonly Row[],
  open: Row | null,
  { header, mapping, fixedCells = false }: RowPlan,
): Finding | null {
  if (open === null || fixedCells || rows.at(-1) !== open || open.length !== header.length) return null
  const last = header.length - 1
  const whole = rows.slice(0, -1).filter(({ length }) => length === header.length)
  const isShortest = whole.every((row) => row.text(last).length > open.text(last).length)
  if (whole.length < leastRows || !isShortest) return null
  return finding(mapping[last] ?? header[last] ?? '', 'cell-cut', open.text(last))
}

/** Adds to the last row that the file ends inside it. */
export const withCut = (rows: readonly CheckedRow[], cut: Finding | null): readonly CheckedRow[] =>
  cut === null
    ? rows
    : rows.map((row, at) => (at === rows.length - 1 ? { ...row, problems: [cut, ...row.problems] } : row))
