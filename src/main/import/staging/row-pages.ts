import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { RecordPlace } from './staged-chunks.ts'
import { argumentsOf, type RowFilter, whereOf } from './staging-window.ts'

/** Rows that are read, checked and written together. */
const rowsAtOnce = 1_000

export interface StoredRow extends RecordPlace {
  readonly line: number
  readonly verdict: number
  readonly leftOut: number
  /** Lines of the file are lost in the row: changed, it would pass without them. */
  readonly lost: number
}

type StoredCells = readonly [
  line: number,
  verdict: number,
  leftOut: number,
  place: number,
  size: number,
  lost: number,
]

const storedRow = ([line, verdict, leftOut, place, size, lost]: StoredCells): StoredRow => ({
  line,
  verdict,
  leftOut,
  place,
  size,
  lost,
})

const storedColumns = `records.line, verdict, records.left_out, records.place, records.size,
  NOT valid AND EXISTS (SELECT 1 FROM findings WHERE findings.line = records.line
    AND code IN ('quote-unclosed', 'rows-swallowed'))`

/** @param line the column whose order the statement's rows have without being sorted */
const paged = (sql: string, line = 'records.line'): string =>
  `${sql} AND ${line} > ? ORDER BY ${line} LIMIT ${rowsAtOnce}`

function* pagesOf<Row extends StoredRow>(
  page: { all(...values: readonly SQLInputValue[]): Row[] },
  values: readonly SQLInputValue[],
): Generator<readonly Row[]> {
  for (let after = 0; ;) {
    const rows = page.all(...values, after)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.line
  }
}

/** Pages of `records` with this condition. */
function storedPages(
  db: DatabaseSync,
  condition: string,
  values: readonly SQLInputValue[],
): Generator<readonly StoredRow[]> {
  const sql = paged(`SELECT ${storedColumns} FROM records WHERE ${condition}`)
  return pagesOf(new NumberQuery(db, sql, storedRow), values)
}

/** The rows that pass a filter, as they are when their page is read. */
export const filteredPages = (db: DatabaseSync, filter: RowFilter): Generator<readonly StoredRow[]> =>
  storedPages(db, whereOf(filter), argumentsOf(filter))

/** The rows that begin in these lines. */
export const pagesOfLines = (db: DatabaseSync, lines: readonly number[]): Generator<readonly StoredRow[]> =>
  storedPages(db, 'records.line IN (SELECT value FROM json_each(?))', [JSON.stringify(lines)])

/** The rows with one of these problems, which are letters and hyphens. */
export const problemPages = (db: DatabaseSync, codes: readonly string[]): Generator<readonly StoredRow[]> =>
  storedPages(
    db,
    `EXISTS (SELECT 1 FROM findings
       WHERE findings.line = records.line AND code IN (SELECT value FROM json_each(?)))`,
    [JSON.stringify(codes)],
  )

/** The rows that repeat one which a step changed: perhaps they don't any more. */
export const repeatingPages = (db: DatabaseSync, step: number): Generator<readonly StoredRow[]> =>
  storedPages(
    db,
    `records.line IN (
       SELECT findings.line FROM findings
       WHERE code IN ('duplicate-row', 'duplicate-target', 'number-repeated') AND EXISTS (
         SELECT 1 FROM history WHERE step = ? AND history.line = details ->> 'firstLine'))`,
    [step],
  )

interface SteppedRow extends StoredRow {
  readonly nextLeftOut: number
  readonly nextPlace: number
  readonly nextSize: number
}

type SteppedCells = readonly [...StoredCells, nextLeftOut: number, nextPlace: number, nextSize: number]

const steppedRow = ([line, verdict, leftOut, place, size, lost, ...next]: SteppedCells): SteppedRow => {
  const [nextLeftOut, nextPlace, nextSize] = next
  return { line, verdict, leftOut, place, size, lost, nextLeftOut, nextPlace, nextSize }
}

/** The rows of a step, with what it kept of them. By the lines of its history: by any other order each page would read all that is left. */
export function steppedPages(db: DatabaseSync, step: number): Generator<readonly SteppedRow[]> {
  const sql = `SELECT ${storedColumns}, history.left_out, history.place, history.size
     FROM history JOIN records ON records.line = history.line WHERE step = ?`
  return pagesOf(new NumberQuery(db, paged(sql, 'history.line'), steppedRow), [step])
}

/** Where a row's record is after its step is undone or done again. */
export const nextPlace = ({ nextPlace: place, nextSize: size }: SteppedRow): RecordPlace => ({ place, size })

/**
 * A prepared SELECT of whole numbers, whose rows are read by place. To read each of 100,000 rows through a schema takes as
 * long as SQLite needs to find them.
 */
class NumberQuery<Row, Cells extends readonly number[]> {
  readonly #statement: StatementSync
  readonly #rowOf: (cells: Cells) => Row

  constructor(db: DatabaseSync, sql: string, rowOf: (cells: Cells) => Row) {
    this.#statement = db.prepare(sql)
    this.#statement.setReturnArrays(true)
    this.#rowOf = rowOf
  }

  /** @throws Error if a cell is no whole number */
  all(...values: readonly SQLInputValue[]): Row[] {
    return this.#statement.all(...values).map((cells: unknown) => {
      if (!isWholeNumbers(cells)) throw new Error('a staged row holds something else than whole numbers')
      return this.#rowOf(cells as unknown as Cells)
    })
  }
}

const isWholeNumbers = (cells: unknown): cells is number[] =>
  Array.isArray(cells) && cells.every(Number.isSafeInteger)
