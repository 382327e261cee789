import type { DatabaseSync } from 'node:sqlite'

/** A value that the file has kept under a name. */
export function load(database: DatabaseSync, name: string): string | undefined {
  const row = database.prepare('SELECT value FROM meta WHERE name = ?').get(name)
  return typeof row?.value === 'string' ? row.value : undefined
}

/** Keeps a value under a name, in the place of the one before. */
export function save(database: DatabaseSync, name: string, value: string): void {
  database.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)').run(name, value)
}
