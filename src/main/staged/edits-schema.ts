/**
 * Edits that are not sent yet, one row for each cell, and the steps by which they were made. `held` is the edit of the
 * same cell that a batch holds while a newer one waits. It is a JSON array of value, currency, seen, seen_currency,
 * staged_at and batch. `old` and `new` of a change are such arrays with `held` behind; null for no edit. `new` is
 * filled when the step is undone.
 */
export const editsSchema = `
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
    held TEXT,
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
`
