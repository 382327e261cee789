import type { Migration } from '../storage/database.ts'

/** Orders and status names as last read, so that they can be reviewed offline. */
export const ordersMigration: Migration = (db) => {
  db.exec(`
    CREATE TABLE orders (
      account_id TEXT NOT NULL,
      order_id INTEGER NOT NULL,
      created_at TEXT NOT NULL,
      record TEXT NOT NULL,
      PRIMARY KEY (account_id, order_id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE order_statuses (
      account_id TEXT NOT NULL,
      id INTEGER NOT NULL,
      name TEXT NOT NULL,
      position INTEGER NOT NULL,
      PRIMARY KEY (account_id, id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE order_reads (account_id TEXT PRIMARY KEY, read_at TEXT NOT NULL) STRICT;
  `)
}

/** How many orders the service counted at the last reading, and how many came; null for a reading of an older version. */
export const ordersTotalMigration: Migration = (db) => {
  db.exec(
    'ALTER TABLE order_reads ADD COLUMN total INTEGER; ALTER TABLE order_reads ADD COLUMN received INTEGER',
  )
}

/** Which orders have lost their buyer's data. */
export const forgottenBuyersMigration: Migration = (db) => {
  db.exec('ALTER TABLE orders ADD COLUMN forgotten INTEGER NOT NULL DEFAULT 0 CHECK (forgotten IN (0, 1))')
}
