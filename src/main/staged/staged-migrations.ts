import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { FileDatabase } from '../storage/file-database.ts'
import { looksDamaged } from '../storage/database-check.ts'
import type { Migration } from '../storage/database.ts'

/**
 * Edits that are not sent yet, one row for each cell, and the steps by which they were made. `old` and `new` of a change
 * are JSON arrays of an edit's value, currency, seen, seen_currency and staged_at; null for no edit. `new` is filled when
 * the step is undone.
 */
const stagedMigration: Migration = (db) => {
  db.exec(`
    CREATE TABLE edits (
      account_id TEXT NOT NULL,
      advert INTEGER NOT NULL,
      field TEXT NOT NULL,
      value ANY NOT NULL,
      currency INTEGER,
      seen ANY,
      seen_currency INTEGER,
      staged_at TEXT NOT NULL,
      batch TEXT,
      PRIMARY KEY (account_id, advert, field)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX edits_by_batch ON edits (account_id, batch) WHERE batch IS NOT NULL;

    CREATE TABLE steps (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      account_id TEXT NOT NULL,
      undone INTEGER NOT NULL DEFAULT 0 CHECK (undone IN (0, 1))
    ) STRICT;

    CREATE TABLE changes (
      step INTEGER NOT NULL REFERENCES steps (id) ON DELETE CASCADE,
      advert INTEGER NOT NULL,
      field TEXT NOT NULL,
      old TEXT,
      new TEXT,
      PRIMARY KEY (step, advert, field)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE revisions (account_id TEXT PRIMARY KEY, revision INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  `)
}

/** Of edits.db, in the order of their release. */
export const editsMigrations: readonly Migration[] = [stagedMigration]

/** In the order of their references. */
const tables = ['edits', 'steps', 'changes', 'revisions'] as const

/** Takes over the edits of an earlier version, which had them in staged.db. */
export const bringEdits =
  (stagedPath: string): Migration =>
  (db) => {
    if (!existsSync(stagedPath)) return
    const staged = new FileDatabase(stagedPath, { readOnly: true, timeout: 5_000 })
    try {
      for (const table of tables) copyTable(staged, db, table)
    } catch (error) {
      // It is set aside and named when it is opened itself.
      if (!looksDamaged(error)) throw error
    } finally {
      staged.close()
    }
  }

function copyTable(from: DatabaseSync, into: DatabaseSync, table: (typeof tables)[number]): void {
  if (!from.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table)) return
  for (const row of from.prepare(`SELECT * FROM ${table}`).iterate()) {
    const values = Object.values(row)
    into.prepare(`INSERT INTO ${table} VALUES (${values.map(() => '?').join(', ')})`).run(...values)
  }
}

/** Of staged.db, which had the edits first: they have a file of their own, because a change of them may last long. */
export const stagedMigrations: readonly Migration[] = [stagedMigration]
export const editsLeave: Migration = (db) => {
  for (const table of [...tables].reverse()) db.exec(`DROP TABLE ${table}`)
}
