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

/** In staged.db: what is the dealer's own must not be lost with the cache. */
export const ownOrdersMigration: Migration = (db) => {
  db.exec(`
    CREATE TABLE order_marks (
      account_id TEXT NOT NULL,
      order_id INTEGER NOT NULL,
      handled_at TEXT NOT NULL,
      key_id TEXT,
      note BLOB,
      PRIMARY KEY (account_id, order_id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE order_key (name TEXT NOT NULL) STRICT;

    CREATE TABLE erased_buyers (
      account_id TEXT NOT NULL,
      order_id INTEGER NOT NULL,
      PRIMARY KEY (account_id, order_id)
    ) STRICT, WITHOUT ROWID;
  `)
}

/** What of an erasing is still to be done: an end of the app in between, or a locked keychain, doesn't forget it. */
export const owedErasuresMigration: Migration = (db) => {
  db.exec(
    `CREATE TABLE owed_erasures (what TEXT PRIMARY KEY CHECK (what IN ('buyers', 'key', 'logs'))) STRICT`,
  )
}

/**
 * What the orders are followed by: buyers' data apart and sealed, what changed in each order, and what the dealer marked.
 * Records of an older version hold their buyers until the key is known (`sealed` 0).
 */
export const followedOrdersMigration: Migration = (db) => {
  db.exec(`
    ALTER TABLE orders ADD COLUMN sealed INTEGER NOT NULL DEFAULT 0 CHECK (sealed IN (0, 1));
    ALTER TABLE orders ADD COLUMN erased INTEGER NOT NULL DEFAULT 0 CHECK (erased IN (0, 1));
    ALTER TABLE orders ADD COLUMN vanished_at TEXT;
    ALTER TABLE orders ADD COLUMN digest TEXT;

    CREATE TABLE order_buyers (
      account_id TEXT NOT NULL,
      order_id INTEGER NOT NULL,
      key_id TEXT NOT NULL,
      mark TEXT NOT NULL,
      sealed BLOB NOT NULL,
      PRIMARY KEY (account_id, order_id, key_id)
    ) STRICT;

    CREATE TABLE order_marks (
      account_id TEXT NOT NULL,
      order_id INTEGER NOT NULL,
      handled_at TEXT NOT NULL,
      key_id TEXT,
      note BLOB,
      PRIMARY KEY (account_id, order_id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE order_changes (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      account_id TEXT NOT NULL,
      order_id INTEGER NOT NULL,
      at TEXT NOT NULL,
      kind TEXT NOT NULL,
      facts TEXT NOT NULL,
      told INTEGER NOT NULL CHECK (told IN (0, 1)),
      seen INTEGER NOT NULL CHECK (seen IN (0, 1))
    ) STRICT;
    CREATE INDEX order_changes_order ON order_changes (account_id, order_id);
    CREATE INDEX order_changes_unseen ON order_changes (account_id, order_id) WHERE seen = 0;
    CREATE INDEX order_changes_untold ON order_changes (account_id) WHERE told = 0;

    CREATE TABLE order_watches (account_id TEXT PRIMARY KEY, last INTEGER NOT NULL) STRICT;
    CREATE TABLE order_vault (name TEXT NOT NULL, key_id TEXT) STRICT;
    INSERT INTO order_vault (name) VALUES ('buyers-' || lower(hex(randomblob(8))));
  `)
}
