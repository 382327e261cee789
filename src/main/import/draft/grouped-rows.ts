import type { Check, GroupedRows } from '#shared/import/draft.ts'
import { type RowGroup, rowGroups } from '#shared/stock/stock-actions.ts'
import { rowsAskedAbout } from './asked-rows.ts'
import type { RowOfDraft } from './draft-row.ts'

/** Rows in the order of their groups, and the groups as the window gets them. */
export interface RowsInGroups {
  readonly rows: readonly RowOfDraft[]
  readonly groupOf: (row: RowOfDraft) => RowGroup
  readonly grouped: GroupedRows
}

/** Rows that confirmations are about. */
export function askedIn(
  rows: readonly RowOfDraft[],
  confirmations: Check['confirmations'],
): ReadonlySet<RowOfDraft> {
  const about = rowsAskedAbout(rows)
  return new Set(confirmations.flatMap(({ code }) => about(code)))
}

/** Group of a row by what happens to it; rows that a person left out stay where they would be. */
export function groupOf(row: RowOfDraft, asked: ReadonlySet<RowOfDraft>): RowGroup {
  const { operation } = row.checked
  if (!row.isValid || operation === null) return 'error'
  if (row.isUnchanged) return 'unchanged'
  return asked.has(row) ? 'asked' : operation
}

/** Sorts rows into groups; of edits and of what is asked about, the rows whose prices move most come first. */
export function groupRows(
  all: readonly RowOfDraft[],
  revision: number,
  groupOf: (row: RowOfDraft) => RowGroup,
): RowsInGroups {
  const byGroup = Map.groupBy(all, groupOf)
  const found = rowGroups.flatMap((value) => {
    const rows = byGroup.get(value)
    return rows ? [{ value, rows: value === 'edit' || value === 'asked' ? largestFirst(rows) : rows }] : []
  })
  const rows = found.flatMap((group) => group.rows)
  return {
    rows,
    groupOf,
    grouped: {
      revision,
      lines: Float64Array.from(rows, ({ line }) => line),
      groups: found.map((group) => ({ value: group.value, count: group.rows.length })),
    },
  }
}

const largestFirst = (rows: readonly RowOfDraft[]): readonly RowOfDraft[] =>
  rows.toSorted((one, other) => other.firstMove - one.firstMove)
