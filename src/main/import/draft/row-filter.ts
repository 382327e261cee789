import type { ProblemCode } from '#shared/batch/row.ts'
import type { RequestOf } from '#shared/bridge/call.ts'
import type { importCalls } from '#shared/import/import-calls.ts'
import type { RowGroup } from '#shared/stock/stock-actions.ts'
import type { StagedCar } from '../stock/stock-plan.ts'
import type { Finding } from '../../writes/finding.ts'
import { isAskedAbout } from './asked-rows.ts'
import type { RowOfDraft } from './draft-row.ts'

type AskedRows = RequestOf<(typeof importCalls)['draft:rows']>

/** Rows that the window asks for, or the command line. */
export interface RowFilter extends Readonly<
  Pick<AskedRows, 'filter' | 'problem' | 'asked' | 'group' | 'found'>
> {
  /** Only rows with a problem so severe, of another code than these. */
  readonly apart?:
    | { readonly severity: Finding['severity']; readonly codes: ReadonlySet<ProblemCode> }
    | undefined
  /** The first line of those that are meant. */
  readonly from?: number | undefined
  /** The only line that is meant. */
  readonly line?: number | undefined
}

/** Answers about the rows of a check that no row has by itself. */
export interface RowPlaces {
  /** Decision about the car of a line, if the file is the whole stock. */
  readonly carOf: (line: number) => StagedCar | undefined
  readonly groupOf: (row: RowOfDraft) => RowGroup
}

const steps = ({ checked }: RowOfDraft): number => checked.comparison?.priceStep ?? 0

const passing: Readonly<Record<RowFilter['filter'], (row: RowOfDraft) => boolean>> = {
  all: () => true,
  warnings: (row) => row.isWarned,
  delete: ({ checked }) => checked.operation === 'delete',
  'left-out': ({ leftOut }) => leftOut,
  'prices-down': (row) => steps(row) < 0 && row.isSent,
  'prices-up': (row) => steps(row) > 0 && row.isSent,
  'sent-edits': (row) => row.checked.operation === 'edit' && row.isSent,
  texts: (row) => (row.checked.comparison?.replacesText ?? row.checked.replacesUnknown) && row.isSent,
}

/** The rows that pass a filter. */
export function filtered(
  rows: readonly RowOfDraft[],
  { filter, problem, asked, apart: apart, from, group, found, line }: RowFilter,
  { carOf, groupOf }: RowPlaces,
): readonly RowOfDraft[] {
  const isOfAll = [problem, asked, apart, from, group, found, line].every((each) => each === undefined)
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
      apart &&
      !row.problems.some(({ code, severity }) => severity === apart.severity && !apart.codes.has(code))
    )
      return false
    if (group !== undefined && groupOf(row) !== group) return false
    return found === undefined || carOf(row.line)?.candidates[0]?.grade === found
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
