import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { z } from 'zod'
import { RowQuery } from '../../storage/row-query.ts'
import type { RecordPlace } from './staged-chunks.ts'
import { argumentsOf, type RowFilter, whereOf } from './staging-window.ts'

/** Rows that are read, checked and written together. */
const rowsAtOnce = 2_000

const rowSchema = z.object({
  line: z.int(),
  verdict: z.int(),
  leftOut: z.int(),
  place: z.int(),
  size: z.int(),
  /** Lines of the file are lost in the row: changed, it would pass without them. */
  lost: z.int(),
})
export type StoredRow = z.infer<typeof rowSchema>

const storedColumns = `records.line, verdict, records.left_out AS leftOut, records.place, records.size,
  NOT valid AND EXISTS (SELECT 1 FROM findings WHERE findings.line = records.line
    AND code IN ('quote-unclosed', 'rows-swallowed')) AS lost`

/** @param line the column whose order the statement's rows have without being sorted */
function* pagesOf<Row extends { readonly line: number }>(
  db: DatabaseSync,
  sql: string,
  values: readonly SQLInputValue[],
  schema: z.ZodType<Row>,
  line = 'records.line',
): Generator<readonly Row[]> {
  const page = new RowQuery(db, schema, `${sql} AND ${line} > ? ORDER BY ${line} LIMIT ${rowsAtOnce}`)
  for (let after = 0; ;) {
    const rows = page.all(...values, after)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.line
  }
}

/** The rows that pass a filter, as they are when their page is read. */
export const filteredPages = (db: DatabaseSync, filter: RowFilter): Generator<readonly StoredRow[]> =>
  pagesOf(db, `SELECT ${storedColumns} FROM records WHERE ${whereOf(filter)}`, argumentsOf(filter), rowSchema)

/** The rows with one of these problems, which are letters and hyphens. */
export const problemPages = (db: DatabaseSync, codes: readonly string[]): Generator<readonly StoredRow[]> =>
  pagesOf(
    db,
    `SELECT ${storedColumns} FROM records WHERE EXISTS (SELECT 1 FROM findings
       WHERE findings.line = records.line AND code IN (SELECT value FROM json_each(?)))`,
    [JSON.stringify(codes)],
    rowSchema,
  )

/** The rows that repeat one which a step changed: perhaps they don't any more. */
export const repeatingPages = (db: DatabaseSync, step: number): Generator<readonly StoredRow[]> =>
  pagesOf(
    db,
    `SELECT ${storedColumns} FROM records WHERE records.line IN (
       SELECT findings.line FROM findings
       WHERE code IN ('duplicate-row', 'duplicate-target') AND EXISTS (
         SELECT 1 FROM history WHERE step = ? AND history.line = details ->> 'firstLine'))`,
    [step],
    rowSchema,
  )

const steppedSchema = rowSchema.extend({
  nextLeftOut: z.int(),
  nextPlace: z.int(),
  nextSize: z.int(),
})
type SteppedRow = z.infer<typeof steppedSchema>

/** The rows of a step, with what it kept of them. By the lines of its history: by any other order each page would read all that is left. */
export const steppedPages = (db: DatabaseSync, step: number): Generator<readonly SteppedRow[]> =>
  pagesOf(
    db,
    `SELECT ${storedColumns}, history.left_out AS nextLeftOut, history.place AS nextPlace,
       history.size AS nextSize
     FROM history JOIN records ON records.line = history.line WHERE step = ?`,
    [step],
    steppedSchema,
    'history.line',
  )

/** Where a row's record is after its step is undone or done again. */
export const nextPlace = ({ nextPlace: place, nextSize: size }: SteppedRow): RecordPlace => ({ place, size })
