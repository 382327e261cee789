import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite'
import { z } from 'zod'

/** What could be read of a damaged journal. */
export interface Salvaged {
  readonly batches: number
  readonly rows: number
  readonly attempts: number
  /** Rows that the journal counted but that can't be read; null if its counts can't be read either. */
  readonly unreadable: number | null
}

const nothing: Salvaged = { batches: 0, rows: 0, attempts: 0, unreadable: null }

/** Tables in the order of their references. */
const tables = { batches: 'seq', rows: 'id', attempts: 'id', kept_rows: 'id' } as const
type Table = keyof typeof tables

/**
 * Copies what can be read of a damaged journal into a new, empty one. The damaged file is not written: a copy of it is
 * read, with the pages that its WAL still has, row by row and past the pages that can't be read. Rows that the new
 * journal's own rules refuse are left out and count as unreadable.
 */
export function salvage(from: string, into: DatabaseSync): Salvaged {
  const folder = mkdtempSync(`${from}.reading-`)
  try {
    for (const suffix of ['', '-wal'])
      if (existsSync(from + suffix)) copyFileSync(from + suffix, join(folder, `journal.db${suffix}`))
    return salvageCopy(join(folder, 'journal.db'), into) ?? withoutWal(folder, into) ?? nothing
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A damaged WAL may keep the whole database from being opened. */
function withoutWal(folder: string, into: DatabaseSync): Salvaged | null {
  for (const suffix of ['-wal', '-shm']) rmSync(join(folder, `journal.db${suffix}`), { force: true })
  return salvageCopy(join(folder, 'journal.db'), into)
}

function salvageCopy(path: string, into: DatabaseSync): Salvaged | null {
  const db = openReadable(path)
  if (db === null) return null
  into.exec('BEGIN')
  try {
    const batches = copyTable(db, into, 'batches')
    const rows = copyTable(db, into, 'rows')
    const attempts = copyTable(db, into, 'attempts')
    copyTable(db, into, 'kept_rows')
    const expected = countedRows(db)
    into.exec('COMMIT')
    return { batches, rows, attempts, unreadable: expected === null ? null : Math.max(0, expected - rows) }
  } finally {
    if (into.isTransaction) into.exec('ROLLBACK')
    db.close()
  }
}

function openReadable(path: string): DatabaseSync | null {
  let db: DatabaseSync | null = null
  try {
    db = new DatabaseSync(path)
    db.exec('PRAGMA foreign_keys = OFF')
    db.prepare('SELECT count(*) FROM sqlite_schema').get()
    return db
  } catch {
    db?.close()
    return null
  }
}

const sumSchema = z.object({ n: z.int().nullable() })

function countedRows(db: DatabaseSync): number | null {
  try {
    return sumSchema.parse(db.prepare('SELECT sum(n) AS n FROM batch_counts').get()).n
  } catch {
    return null
  }
}

const nameSchema = z.object({ name: z.string() })
const columnsOf = (db: DatabaseSync, table: Table): string[] =>
  db
    .prepare(`PRAGMA table_info(${table})`)
    .all()
    .map((column) => nameSchema.parse(column).name)

/** @returns how many rows of the table were copied */
function copyTable(from: DatabaseSync, into: DatabaseSync, table: Table): number {
  const known = new Set(columnsOf(from, table))
  const columns = columnsOf(into, table).filter((name) => known.has(name))
  if (columns.length === 0) return 0
  const insert = into.prepare(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  )
  let copied = 0
  for (const row of readableRows(from, table, columns)) {
    try {
      insert.run(...columns.map((name): SQLInputValue => row[name] ?? null))
      copied += 1
    } catch {
      // A row that the journal's rules refuse is damaged itself, or refers to one that is.
    }
  }
  return copied
}

type Row = Record<string, SQLOutputValue>

/** Rows read in one go while all is well. */
const chunk = 100
/** How many ids after an unreadable row are tried one by one, before the steps are doubled. */
const closeBy = 256
const lastId = 2 ** 52

/** All rows that can be read, in the order of their ids. */
function* readableRows(db: DatabaseSync, table: Table, columns: readonly string[]): Generator<Row> {
  const key = tables[table]
  const statement = db.prepare(
    `SELECT ${columns.join(', ')} FROM ${table} NOT INDEXED WHERE ${key} >= ? ORDER BY ${key} LIMIT ?`,
  )
  const read = (from: number, count: number): Row[] | null => {
    try {
      return statement.all(from, count)
    } catch {
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
