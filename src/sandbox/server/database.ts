import { chmodSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/**
 * The sandbox's one file. The seeded stock is not in it: it follows from the seed and the count in `meta`. Only writes
 * are stored, as all facts of the advert after the write.
 */
const schema = `
  CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS written (auto_id INTEGER PRIMARY KEY, facts TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS orders (order_id INTEGER PRIMARY KEY, record TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS ledger (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    method TEXT NOT NULL,
    params TEXT NOT NULL,
    committed INTEGER NOT NULL CHECK (committed IN (0, 1)),
    auto_id INTEGER,
    answer TEXT NOT NULL
  ) STRICT;
`

/** Opens the file and creates missing tables. A write survives the end of the process, not a power cut. */
export function openDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 5000 })
  // The file contains the key; SQLite gives its other files the same mode.
  if (path !== ':memory:') chmodSync(path, 0o600)
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;')
  database.exec(schema)
  return database
}

/** Executes `work` whole or not at all. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}
