import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { z } from 'zod'
import type { draftFilters } from '#shared/import/draft.ts'
import type { ProblemCode } from '#shared/batch/row.ts'
import { type CandidateGrade, planOrder, type StockAction } from '#shared/stock/stock-actions.ts'
import { recordColumns } from './staged-reader.ts'
import { readStored } from '../../storage/stored-record.ts'
import { draftPlace } from './draft-place.ts'

export interface RowFilter {
  readonly filter: (typeof draftFilters)[number]
  readonly problem?: { readonly code: ProblemCode; readonly column: string } | undefined
  /** The first line of those that are meant. */
  readonly from?: number | undefined
  /** Only cars about which this is decided. */
  readonly action?: StockAction | undefined
  /** Cars of a plan in the order in which a plan is read. */
  readonly asPlan?: boolean | undefined
  /** Only cars without an advert for which one was found so surely, at best. */
  readonly found?: CandidateGrade | undefined
  /** The only line that is meant. */
  readonly line?: number | undefined
}

const sent = 'valid AND NOT left_out AND NOT unchanged'
const conditions: Readonly<Record<RowFilter['filter'], string>> = {
  all: '1',
  problems: 'NOT valid',
  warnings: 'warned',
  create: 'operation = 1',
  edit: 'operation = 2',
  delete: 'operation = 3',
  unchanged: 'unchanged',
  'left-out': 'left_out',
  'prices-down': `${sent} AND line IN (SELECT line FROM adverts WHERE price_step < 0)`,
  'prices-up': `${sent} AND line IN (SELECT line FROM adverts WHERE price_step > 0)`,
  'sent-edits': `${sent} AND operation = 2`,
  texts: `${sent} AND (replaces_text OR replaces_unknown)`,
}

/** How surely the best advert for a car was found. */
const isFound = `detail ->> '$.candidates[0].grade'`

const totalSchema = z.object({ total: z.int() })

/** The condition of a statement over `records`; its `?` stand for argumentsOf(). */
export const whereOf = ({ filter, problem, action, found, from, line }: RowFilter): string =>
  [
    `(${conditions[filter]})`,
    ...(problem ? ['records.line IN (SELECT line FROM findings WHERE code = ? AND column = ?)'] : []),
    ...(action ? ['records.line IN (SELECT line FROM stock_rows WHERE action = ?)'] : []),
    ...(found ? [`records.line IN (SELECT line FROM stock_rows WHERE ${isFound} = ?)`] : []),
    ...(from === undefined ? [] : ['records.line >= ?']),
    ...(line === undefined ? [] : ['records.line = ?']),
  ].join(' AND ')

export const argumentsOf = ({ problem, action, found, from, line }: RowFilter): (string | number)[] => [
  ...(problem ? [problem.code, problem.column] : []),
  ...(action ? [action] : []),
  ...(found ? [found] : []),
  ...(from === undefined ? [] : [from]),
  ...(line === undefined ? [] : [line]),
]

/** How many staged records pass the filter. */
export function countWindow(db: DatabaseSync, filter: RowFilter): number {
  const row = db
    .prepare(`SELECT count(*) AS total FROM records WHERE ${whereOf(filter)}`)
    .get(...argumentsOf(filter))
  return readStored(totalSchema, row, draftPlace('records')).total
}

const planRank = `(SELECT CASE action ${planOrder.map((action, at) => `WHEN '${action}' THEN ${at}`).join(' ')} END
  FROM stock_rows WHERE stock_rows.line = records.line)`

/** The staged records of a window, in the order of the file or of the plan. */
export const selectWindow = (
  db: DatabaseSync,
  filter: RowFilter,
  offset: number,
  limit: number,
): Record<string, SQLOutputValue>[] =>
  db
    .prepare(
      `SELECT ${recordColumns} FROM records WHERE ${whereOf(filter)} ORDER BY ${filter.asPlan ? `${planRank}, ` : ''}records.line LIMIT ? OFFSET ?`,
    )
    .all(...argumentsOf(filter), limit, offset)

/** The staged records that begin in these lines, in the order of the file. */
export const selectLines = (db: DatabaseSync, lines: readonly number[]): Record<string, SQLOutputValue>[] =>
  db
    .prepare(
      `SELECT ${recordColumns} FROM records WHERE records.line IN (SELECT value FROM json_each(?)) ORDER BY records.line`,
    )
    .all(JSON.stringify(lines))
