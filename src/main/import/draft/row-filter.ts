import type { ProblemCode } from '#shared/batch/row.ts'
import type { ConfirmationCode, draftFilters } from '#shared/import/draft.ts'
import type { CandidateGrade, StockAction } from '#shared/stock/stock-actions.ts'
import type { StagedCar } from '../stock/stock-plan.ts'
import type { Finding } from '../../writes/finding.ts'
import { isAskedAbout } from './asked-rows.ts'
import type { RowOfDraft } from './draft-row.ts'

export interface RowFilter {
  readonly filter: (typeof draftFilters)[number]
  readonly problem?: { readonly code: ProblemCode; readonly column: string } | undefined
  /** Only rows that this confirmation is about. */
  readonly asked?: ConfirmationCode | undefined
  /** Only rows with a problem so severe, of another code than these. */
  readonly besides?:
    | { readonly severity: Finding['severity']; readonly codes: ReadonlySet<ProblemCode> }
    | undefined
  /** The first line of those that are meant. */
  readonly from?: number | undefined
  /** Only cars about which this is decided. */
  readonly action?: StockAction | undefined
  /** Only cars without an advert for which one was found so surely, at best. */
  readonly found?: CandidateGrade | undefined
  /** The only line that is meant. */
  readonly line?: number | undefined
}

const steps = ({ checked }: RowOfDraft): number => checked.comparison?.priceStep ?? 0

const passing: Readonly<Record<RowFilter['filter'], (row: RowOfDraft) => boolean>> = {
  all: () => true,
  problems: (row) => !row.isValid,
  warnings: (row) => row.isWarned,
  create: ({ checked }) => checked.operation === 'create',
  edit: ({ checked }) => checked.operation === 'edit',
  delete: ({ checked }) => checked.operation === 'delete',
  unchanged: (row) => row.isUnchanged,
  'left-out': ({ leftOut }) => leftOut,
  'prices-down': (row) => steps(row) < 0 && row.isSent,
  'prices-up': (row) => steps(row) > 0 && row.isSent,
  'sent-edits': (row) => row.checked.operation === 'edit' && row.isSent,
  texts: (row) => (row.checked.comparison?.replacesText ?? row.checked.replacesUnknown) && row.isSent,
}

/** The rows that pass a filter. @param carOf what is decided about the car of a row, if the file is the whole stock */
export function filtered(
  rows: readonly RowOfDraft[],
  { filter, problem, asked, besides, from, action, found, line }: RowFilter,
  carOf: (line: number) => StagedCar | undefined,
): readonly RowOfDraft[] {
  const isOfAll = [problem, asked, besides, from, action, found, line].every((each) => each === undefined)
  if (filter === 'all' && isOfAll) return rows
  const passes = passing[filter]
  return rows.filter((row) => {
    if ((from !== undefined && row.line < from) || (line !== undefined && row.line !== line)) return false
    if (!passes(row) || (asked !== undefined && !isAskedAbout(row, asked))) return false
    if (
      problem &&
      !row.problems.some(({ code, column }) => code === problem.code && column === problem.column)
    )
      return false
    if (
      besides &&
      !row.problems.some(({ code, severity }) => severity === besides.severity && !besides.codes.has(code))
    )
      return false
    if (action === undefined && found === undefined) return true
    const car = carOf(row.line)
    if (action !== undefined && car?.action !== action) return false
    return found === undefined || car?.candidates[0]?.grade === found
  })
}

/** True for creates that may make a second advert, and every row that waits in an open batch. */
export const mayBeSecond = ({ checked, problems }: RowOfDraft): boolean =>
  problems.some(
    ({ code, details }) =>
      code === 'number-linked' ||
      (code === 'sent-before' && details.open === 1) ||
      (checked.operation === 'create' &&
        (code === 'sent-before' || code === 'duplicate-row' || code === 'in-stock-already')),
  )
