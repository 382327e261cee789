import { closeSync, existsSync, openSync, promises, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { type SQLInputValue, type SQLOutputValue } from 'node:sqlite'
import { FileDatabase } from '../../storage/file-database.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { Fault } from '#shared/bridge/failure.ts'
import { syncDirectory } from '../../storage/atomic-file.ts'
import { makeTables } from '../../storage/database.ts'
import { ExclusiveDatabase } from '../../storage/transactions.ts'
import { AttemptsTable } from '../journal/attempts-table.ts'
import { journalSchema } from '../journal/journal-schema.ts'
import { RowsTable } from '../journal/rows-table.ts'
import { StockLinks } from '../journal/stock-links.ts'
import { readStored } from '../../storage/stored-record.ts'

/** Rows that are copied between two turns of the main thread. */
const sliceRows = 200

type Row = Record<string, SQLOutputValue>
const placeSchema = z.object({ id: z.int(), line: z.int() })
const numberSchema = z.object({ n: z.int() })

/**
 * Writes a batch of the journal, its rows with their keys and attempts as they are, to a file of the journal's own form. The file has its
 * name only when all of it is on the disk; one that has it already is replaced.
 * @returns how many rows are in it
 * @throws what the file system and SQLite throw
 */
export async function writeArchive(journal: DatabaseSync, batch: number, path: string): Promise<number> {
  const draft = `${path}.new`
  await promises.mkdir(dirname(path), { recursive: true, mode: 0o700 })
  rmSync(draft, { force: true })
  closeSync(openSync(draft, 'wx', 0o600))
  const db = new FileDatabase(draft, { enableForeignKeyConstraints: false })
  const archive = new ExclusiveDatabase(db)
  try {
    db.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF')
    makeTables(db, journalSchema)
    await archive.change(() => copyBatch(journal, db, batch))
  } finally {
    await archive.close()
  }
  await syncFile(draft)
  renameSync(draft, path)
  syncDirectory(dirname(path))
  return countRows(path)
}

async function copyBatch(from: DatabaseSync, into: DatabaseSync, batch: number): Promise<void> {
  copy(into, 'batches', from.prepare('SELECT * FROM batches WHERE seq = ?').all(batch))
  const rowsAfter = from.prepare(
    `SELECT * FROM rows WHERE batch = ? AND line > ? ORDER BY line LIMIT ${sliceRows}`,
  )
  const keysOf = from.prepare('SELECT * FROM keyed_rows WHERE row IN (SELECT value FROM json_each(?))')
  const attemptsOf = from.prepare('SELECT * FROM attempts WHERE row IN (SELECT value FROM json_each(?))')
  for (let after = -1; ;) {
    const rows = rowsAfter.all(batch, after)
    const places = rows.map((row) => readStored(placeSchema, row, 'journal.db, rows'))
    const ids = JSON.stringify(places.map(({ id }) => id))
    copy(into, 'rows', rows)
    copy(into, 'attempts', attemptsOf.all(ids))
    copy(into, 'keyed_rows', keysOf.all(ids))
    const last = places.at(-1)
    if (!last) break
    after = last.line
    await nextTurn()
  }
}

function copy(
  into: DatabaseSync,
  table: 'batches' | 'rows' | 'attempts' | 'keyed_rows',
  rows: readonly Row[],
): void {
  const names = Object.keys(rows[0] ?? {})
  if (names.length === 0) return
  const insert = into.prepare(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
  )
  for (const row of rows) insert.run(...names.map((name): SQLInputValue => row[name] ?? null))
}

async function syncFile(path: string): Promise<void> {
  const file = await promises.open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

function countRows(path: string): number {
  const db = new FileDatabase(path, { readOnly: true })
  try {
    return readStored(numberSchema, db.prepare('SELECT count(*) AS n FROM rows').get(), 'journal.db, rows').n
  } finally {
    db.close()
  }
}

/** The tables of one archived batch, to be read. */
export interface ArchivedTables {
  readonly db: DatabaseSync
  readonly rows: RowsTable
  readonly attempts: AttemptsTable
  readonly links: StockLinks
  close(): void
}

/**
 * Opens an archive file read-only.
 * @throws Fault `storage` if it is missing or damaged
 */
export function openArchive(path: string): ArchivedTables {
  if (!existsSync(path)) throw new Fault('storage', { reason: 'archive-missing', path })
  try {
    return tablesOf(path)
  } catch (error) {
    const known = error instanceof Fault ? error.details : { reason: 'archive-damaged' }
    throw new Fault('storage', { ...known, path }, { cause: error })
  }
}

function tablesOf(path: string): ArchivedTables {
  const db = new FileDatabase(path, { readOnly: true })
  const [rows, attempts, links] = [new RowsTable(db), new AttemptsTable(db), new StockLinks(db)]
  return { db, rows, attempts, links, close: () => db.close() }
}
