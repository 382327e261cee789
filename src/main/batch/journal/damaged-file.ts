import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
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

/** The column that numbers the rows of a large table; the other tables are small. */
const keys: Readonly<Record<string, string>> = { batches: 'seq', rows: 'id', attempts: 'id' }

/** A damaged journal, read from a copy, with what its WAL has: the file itself is not written. */
export class DamagedFile {
  readonly #folder: string
  readonly #db: DatabaseSync | null

  constructor(path: string) {
    this.#folder = mkdtempSync(`${path}.reading-`)
    const copy = join(this.#folder, 'journal.db')
    for (const suffix of ['', '-wal'])
      if (existsSync(path + suffix)) copyFileSync(path + suffix, copy + suffix)
    this.#db = openReadable(copy)
  }

  /** All rows that can be reached from the beginning of a table, and, past damage, from its end. */
  read(table: string, wanted: readonly string[]): ReadRows {
    const db = this.#db
    const known = new Set(db ? columnsOf(db, table) : [])
    const columns = wanted.filter((name) => known.has(name))
    if (db === null || columns.length === 0) return { rows: [], isWhole: () => false }
    return this.#fromBothEnds(db, `SELECT ${columns.join(', ')} FROM ${table} NOT INDEXED`, keys[table])
  }

  /** What an index alone says, which may be known even if the rows themselves are lost. */
  readIndex(columns: string, index: string, table = 'rows', condition = ''): Row[] {
    const select = `SELECT ${columns} FROM ${table} INDEXED BY ${index} ${condition}`
    return this.#db ? [...this.#fromBothEnds(this.#db, select, undefined).rows] : []
  }

  close(): void {
    this.#db?.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #fromBothEnds(db: DatabaseSync, select: string, key: string | undefined): ReadRows {
    const found = { isWhole: true }
    const isWhole = (): boolean => found.isWhole
    function* rows(): Generator<Row> {
      let last: SQLOutputValue = -1
      for (const row of untilDamage(db, key ? `${select} ORDER BY ${key}` : select, [], found)) {
        if (key) last = row[key] ?? last
        yield row
      }
      if (found.isWhole || key === undefined) return
      yield* untilDamage(db, `${select} WHERE ${key} > ? ORDER BY ${key} DESC`, [last], found)
    }
    return { rows: rows(), isWhole }
  }
}

function* untilDamage(
  db: DatabaseSync,
  sql: string,
  values: SQLOutputValue[],
  found: { isWhole: boolean },
): Generator<Row> {
  try {
    yield* db.prepare(sql).iterate(...values)
  } catch {
    found.isWhole = false
  }
}

/** A damaged WAL may keep the whole database from being opened: then it is read without. */
function openReadable(path: string): DatabaseSync | null {
  const db = tryToOpen(path)
  if (db || !existsSync(`${path}-wal`)) return db
  for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true })
  return tryToOpen(path)
}

function tryToOpen(path: string): DatabaseSync | null {
  let db: DatabaseSync | null = null
  try {
    db = new DatabaseSync(path)
    if (columnsOf(db, 'batches').length > 0) return db
    db.close()
    return null
  } catch {
    db?.close()
    return null
  }
}
