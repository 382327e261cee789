import type { Migration } from '../storage/database.ts'

/** The form of a new advert that an account has begun, as JSON; times in ISO 8601. */
const formsMigration: Migration = (db) => {
  db.exec(`
    CREATE TABLE forms (
      account_id TEXT PRIMARY KEY,
      form TEXT NOT NULL CHECK (json_valid(form)),
      kept_at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
  `)
}

/** In the order of their release. */
export const advertFormMigrations: readonly Migration[] = [formsMigration]
