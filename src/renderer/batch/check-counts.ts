import type { Check, DraftRow } from '#shared/batch/draft.ts'
import type { Problem } from '#shared/batch/row.ts'

type Group = Check['problems'][number]

const kindOf = { create: 'creates', edit: 'edits', delete: 'deletes' } as const

function shiftGroup(groups: readonly Group[], problem: Problem, line: number, by: 1 | -1): Group[] {
  const { code, column } = problem
  const found = groups.find((group) => group.code === code && group.column === column)
  if (!found) return by > 0 ? [...groups, { code, column, count: 1, firstLine: line }] : [...groups]
  return groups
    .map((group) => (group === found ? { ...group, count: group.count + by } : group))
    .filter((group) => group.count > 0)
}

function shift(check: Check, row: DraftRow, by: 1 | -1): Check {
  if (row.leftOut) return check
  const kind = row.operation && kindOf[row.operation]
  const warned = row.problems.some(({ severity }) => severity === 'warning')
  return {
    ...check,
    ...(kind && row.valid && { [kind]: check[kind] + by }),
    calls: check.calls + (row.valid ? by : 0),
    invalid: check.invalid + (row.valid ? 0 : by),
    warnings: check.warnings + (warned ? by : 0),
    sentBefore: check.sentBefore + (row.problems.some(({ code }) => code === 'sent-before') ? by : 0),
    problems: row.problems.reduce(
      (groups, problem) => shiftGroup(groups, problem, row.line, by),
      check.problems,
    ),
  }
}

/** The counts of a check after one of its rows was mended, left out or taken in again. */
export const recount = (check: Check, before: DraftRow, after: DraftRow): Check =>
  shift(shift(check, before, -1), after, 1)
