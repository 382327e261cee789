import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { z } from 'zod'
import type { draftFilters } from '#shared/import/draft.ts'
import type { ProblemCode } from '#shared/batch/row.ts'
import { recordColumns } from './staged-reader.ts'

export interface RowFilter {
  readonly filter: (typeof draftFilters)[number]
  readonly problem?: { readonly code: ProblemCode; readonly column: string } | undefined
}

const conditions: Readonly<Record<RowFilter['filter'], string>> = {
  all: '1',
  problems: 'NOT valid',
  warnings: 'warned',
  create: 'operation = 1',
  edit: 'operation = 2',
  delete: 'operation = 3',
  unchanged: 'unchanged',
}

const totalSchema = z.object({ total: z.int() })

/** The condition of a statement over `records`; its `?` stand for argumentsOf(). */
export const whereOf = ({ filter, problem }: RowFilter): string =>
  problem
    ? `${conditions[filter]} AND line IN (SELECT line FROM findings WHERE code = ? AND column = ?)`
    : conditions[filter]

export const argumentsOf = ({ problem }: RowFilter): string[] =>
  problem ? [problem.code, problem.column] : []

/** How many staged records pass the filter. */
export function countWindow(db: DatabaseSync, filter: RowFilter): number {
  const row = db
    .prepare(`SELECT count(*) AS total FROM records WHERE ${whereOf(filter)}`)
    .get(...argumentsOf(filter))
  return totalSchema.parse(row).total
}

/** The staged records of a window, in the order of the file. */
export const selectWindow = (
  db: DatabaseSync,
  filter: RowFilter,
  offset: number,
  limit: number,
): Record<string, SQLOutputValue>[] =>
  db
    .prepare(
      `SELECT ${recordColumns} FROM records WHERE ${whereOf(filter)} ORDER BY records.line LIMIT ? OFFSET ?`,
    )
    .all(...argumentsOf(filter), limit, offset)
