/**
 * Orders and status names as last read, so that they can be reviewed offline, and what changed in each order. Buyers are
 * apart and sealed. `forgotten`: it lost its buyer after the time for which buyers are kept, `erased`: when the dealer erased them all. `total` and `received` of a reading: how many
 * orders the service counted, and how many came.
 */
export const ordersSchema = `
  CREATE TABLE orders (
    account_id TEXT NOT NULL,
    order_id INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    record TEXT NOT NULL,
    forgotten INTEGER NOT NULL DEFAULT 0 CHECK (forgotten IN (0, 1)),
    erased INTEGER NOT NULL DEFAULT 0 CHECK (erased IN (0, 1)),
    vanished_at TEXT,
    digest TEXT NOT NULL,
    PRIMARY KEY (account_id, order_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE order_statuses (
    account_id TEXT NOT NULL,
    id INTEGER NOT NULL,
    name TEXT NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (account_id, id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE order_reads (
    account_id TEXT PRIMARY KEY,
    read_at TEXT NOT NULL,
    total INTEGER NOT NULL,
    received INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE order_buyers (
    account_id TEXT NOT NULL,
    order_id INTEGER NOT NULL,
    key_id TEXT NOT NULL,
    mark TEXT NOT NULL,
    sealed BLOB NOT NULL,
    PRIMARY KEY (account_id, order_id, key_id)
  ) STRICT;

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
`

/**
 * In staged.db, so that what is the dealer's own isn't lost with the cache. `created_at` of a mark: the creation of its
 * order, by which its note leaves with the buyer; null if the buyer was gone before the note. `clock_seen`: the last
 * time that was right, ms since 1970. `owed_erasures`: what of an erasing is still to be done; an end of the app in
 * between, or a locked keychain, doesn't forget it.
 */
export const ownOrdersSchema = `
  CREATE TABLE order_marks (
    account_id TEXT NOT NULL,
    order_id INTEGER NOT NULL,
    handled_at TEXT NOT NULL,
    key_id TEXT,
    note BLOB,
    created_at TEXT,
    PRIMARY KEY (account_id, order_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE order_key (name TEXT NOT NULL) STRICT;

  CREATE TABLE erased_buyers (
    account_id TEXT NOT NULL,
    order_id INTEGER NOT NULL,
    PRIMARY KEY (account_id, order_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE clock_seen (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL) STRICT;
  CREATE TABLE owed_erasures (what TEXT PRIMARY KEY CHECK (what IN ('buyers', 'key', 'logs'))) STRICT;
`
