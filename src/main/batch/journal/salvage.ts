import type { Salvaged } from './salvaged.ts'
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { inTransaction } from '../../storage/transactions.ts'
import type { Cell } from './page-records.ts'
import { asCount, readPages, type PageFindings } from './page-findings.ts'
import type { Count } from './mark-comparison.ts'
import { noteLosses } from './salvage-losses.ts'
import { columnsOf, readRows, type Row } from './readable-rows.ts'
import { RowCopier } from './row-copier.ts'

/** In the order of their references. */
export const copiedTables = [
  'batches',
  'rows',
  'lost_rows',
  'kept_rows',
  'attempts',
  'holds',
  'looks',
] as const
export type CopiedTable = (typeof copiedTables)[number]

/**
 * Copies what can be read of a damaged journal into a new, empty one. The damaged file is not written: a copy of it is
 * read, with the pages that its WAL still has, row by row and past the pages that can't be read. Then each page is read
 * by itself, so that damage of the header, the schema or of pages between the root and the rows loses no row. What the
 * new journal's own rules refuse is left out and counts as unreadable.
 */
export function salvage(from: string, into: DatabaseSync): Salvaged {
  const folder = mkdtempSync(`${from}.reading-`)
  const copy = join(folder, 'journal.db')
  try {
    for (const suffix of ['', '-wal'])
      if (existsSync(from + suffix)) copyFileSync(from + suffix, copy + suffix)
    return inTransaction(into, () => readInto(copy, from, into))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readInto(copy: string, from: string, into: DatabaseSync): Salvaged {
  const db = openReadable(copy)
  try {
    const ids = { rows: idsOf(db, 'rows'), attempts: idsOf(db, 'attempts') }
    const found = readPages(from, (table, id) => ids[table].has(id))
    const copier = new RowCopier(into, found)
    const whole = new Set<string>()
    for (const table of copiedTables) {
      const columns = columnsOf(into, table)
      const { rows, isWhole } = db ? readRows(db, table, columns) : nothingRead
      copier.copyAll(table, columns, rows)
      if (isWhole()) whole.add(table)
      else copier.copyAll(table, columns, foundRows(found, table, columns))
    }
    return {
      ...noteLosses(into, found, copier, whole),
      identity: identityOf(db) ?? found.identity,
      isWhole: wholeOfSends.every((table) => whole.has(table)),
    }
  } finally {
    db?.close()
  }
}

const wholeOfSends = ['batches', 'rows', 'attempts'] as const

function identityOf(db: DatabaseSync | null): Count | null {
  if (db === null) return null
  const [row] = [...readRows(db, 'identity', ['id', 'claims']).rows]
  return asCount(row?.id, row?.claims)
}

const nothingRead = { rows: [], isWhole: () => false }

function idsOf(db: DatabaseSync | null, table: 'rows' | 'attempts'): ReadonlySet<number> {
  const ids = new Set<number>()
  if (db) for (const { id } of readRows(db, table, ['id']).rows) ids.add(Number(id))
  return ids
}

/** The records of a table that were found on the pages; columns of a later version have their default. */
function* foundRows(found: PageFindings, table: CopiedTable, columns: readonly string[]): Generator<Row> {
  if (table === 'holds') for (const cells of found.holds) yield rowOf(columns, cells)
  const records = foundIn(found, table)
  if (!records) return
  const key = columns[0] ?? ''
  for (const [id, cells] of [...records].sort(([one], [other]) => one - other))
    yield { ...rowOf(columns, cells), [key]: id }
}

function foundIn(found: PageFindings, table: CopiedTable): ReadonlyMap<number, readonly Cell[]> | null {
  if (table === 'kept_rows') return found.keptRows
  return table === 'batches' || table === 'rows' || table === 'attempts' ? found[table] : null
}

function rowOf(columns: readonly string[], cells: readonly Cell[]): Row {
  const row: Row = {}
  columns.slice(0, cells.length).forEach((name, at) => (row[name] = cells[at] ?? null))
  return row
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
    db.exec('PRAGMA foreign_keys = OFF')
    if (columnsOf(db, 'batches').length > 0) return db
    db.close()
    return null
  } catch {
    db?.close()
    return null
  }
}
