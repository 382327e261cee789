import type { Migration } from '../storage/database.ts'

/** Real estate as last read: searches, records and catalogs of characteristics, so that they can be reviewed offline. */
export const realtyMigration: Migration = (db) => {
  db.exec(`
    CREATE TABLE realty_answers (
      account_id TEXT NOT NULL,
      query TEXT NOT NULL,
      count INTEGER,
      ids TEXT NOT NULL,
      read_at TEXT NOT NULL,
      PRIMARY KEY (account_id, query)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE realty_records (
      account_id TEXT NOT NULL,
      id INTEGER NOT NULL,
      record TEXT NOT NULL,
      read_at TEXT NOT NULL,
      PRIMARY KEY (account_id, id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE realty_catalogs (
      account_id TEXT NOT NULL,
      combination TEXT NOT NULL,
      catalog TEXT NOT NULL,
      read_at TEXT NOT NULL,
      PRIMARY KEY (account_id, combination)
    ) STRICT, WITHOUT ROWID;
  `)
}

/** The searches that a person made, in staged.db: only what they found can be read again. */
export const ownRealtyMigration: Migration = (db) => {
  db.exec(`
    CREATE TABLE realty_searches (
      account_id TEXT NOT NULL,
      query TEXT NOT NULL,
      read_at TEXT NOT NULL,
      PRIMARY KEY (account_id, query)
    ) STRICT, WITHOUT ROWID;
  `)
}
