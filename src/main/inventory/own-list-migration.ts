import type { Migration } from '../storage/database.ts'

/** Services that gave an account no list of its own adverts, and when they said so. */
export const ownListMigration: Migration = (db) => {
  db.exec(`
    CREATE TABLE own_lists_missing (
      account_id TEXT PRIMARY KEY,
      base_url TEXT NOT NULL,
      noticed_at INTEGER NOT NULL
    ) STRICT;
  `)
}
