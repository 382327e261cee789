import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { z } from 'zod'

export type Row = Record<string, SQLOutputValue>

/** The rows of a table as far as SQLite can read them. */
export interface ReadRows {
  readonly rows: Iterable<Row>
  /** After the rows were read: whether no row of the table was skipped. */
  readonly isWhole: () => boolean
}

const nameSchema = z.object({ name: z.string() })

/** @returns the names of a table's columns, in their order; none if the table can't be read */
export function columnsOf(db: DatabaseSync, table: string): string[] {
  try {
    const columns = db.prepare(`PRAGMA table_info(${table})`).all()
    return columns.map((column) => nameSchema.parse(column).name)
  } catch {
    return []
  }
}

/** The column that numbers the rows of a large table; the other tables are small, and are read at once. */
const keys: Readonly<Record<string, string>> = { batches: 'seq', rows: 'id', attempts: 'id' }

export function readRows(db: DatabaseSync, table: string, wanted: readonly string[]): ReadRows {
  const known = new Set(columnsOf(db, table))
  const columns = wanted.filter((name) => known.has(name))
  // A table that the damaged journal's version did not have yet is whole: there was nothing in it.
  if (columns.length === 0) return { rows: [], isWhole: () => known.size > 0 || !isNamed(db, table) }
  const skipped = { any: false }
  const noteSkipped = (): void => void (skipped.any = true)
  const key = keys[table]
  const select = `SELECT ${columns.join(', ')}${key && !columns.includes(key) ? `, ${key}` : ''} FROM ${table}`
  const rows = key ? inOrder(db, select, key, noteSkipped) : atOnce(db, select, noteSkipped)
  return { rows, isWhole: () => !skipped.any }
}

function isNamed(db: DatabaseSync, table: string): boolean {
  try {
    return db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = ?`).get(table) !== undefined
  } catch {
    return true
  }
}

function* atOnce(db: DatabaseSync, select: string, onSkipped: () => void): Generator<Row> {
  try {
    yield* db.prepare(select).iterate()
  } catch {
    onSkipped()
  }
}

/** Rows read in one go while all is well. */
const chunk = 100
/** How many ids after an unreadable row are tried one by one, before the steps are doubled. */
const closeBy = 256
const lastId = 2 ** 52

/** All rows that can be reached, in the order of their ids. */
function* inOrder(db: DatabaseSync, select: string, key: string, onSkipped: () => void): Generator<Row> {
  const statement = db.prepare(`${select} NOT INDEXED WHERE ${key} >= ? ORDER BY ${key} LIMIT ?`)
  const read = (from: number, count: number): Row[] | null => {
    try {
      return statement.all(from, count)
    } catch {
      onSkipped()
      return null
    }
  }
  for (let next: number | null = 0; next !== null;) {
    const rows: Row[] | null = read(next, chunk) ?? read(next, 1)
    if (rows) yield* rows
    const last: Row | undefined = rows?.at(-1)
    next =
      rows === null ? nextReadable(next, (id) => read(id, 1) !== null) : last ? Number(last[key]) + 1 : null
  }
}

/** The first id after an unreadable one from which a row can be read; null if there is none. */
function nextReadable(unreadable: number, isReadable: (id: number) => boolean): number | null {
  for (let step = 1; step <= closeBy; step += 1) if (isReadable(unreadable + step)) return unreadable + step
  for (let step = closeBy * 2; unreadable + step < lastId; step *= 2)
    if (isReadable(unreadable + step))
      return firstBetween(unreadable + step / 2, unreadable + step, isReadable)
  return null
}

function firstBetween(bad: number, good: number, isReadable: (id: number) => boolean): number {
  let [low, high] = [bad, good]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (isReadable(middle)) high = middle
    else low = middle
  }
  return high
}
