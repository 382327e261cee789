PRAGMA foreign_keys = OFF;
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
INSERT INTO edits (account_id, advert, field, value, currency, seen, seen_currency, staged_at, batch) VALUES ('sandbox', 39086039, 'price', 7777, 1, 34900, 1, '2026-11-23T09:26:24.265Z', NULL);
INSERT INTO edits (account_id, advert, field, value, currency, seen, seen_currency, staged_at, batch) VALUES ('sandbox', 39086072, 'price', 8888, 1, 475000, 3, '2026-11-23T09:26:24.265Z', NULL);
INSERT INTO steps (id, account_id, undone) VALUES (1, 'sandbox', 0);
INSERT INTO steps (id, account_id, undone) VALUES (2, 'sandbox', 1);
INSERT INTO sqlite_sequence (name, seq) VALUES ('steps', 2);
INSERT INTO changes (step, advert, field, old, new) VALUES (1, 39086039, 'price', NULL, NULL);
INSERT INTO changes (step, advert, field, old, new) VALUES (1, 39086072, 'price', NULL, NULL);
INSERT INTO changes (step, advert, field, old, new) VALUES (2, 39086039, 'price', '[7777,1,34900,1,"2026-11-23T09:26:24.265Z"]', '[7000.0,1,34900.0,1,"2026-11-23T09:26:24.272Z"]');
INSERT INTO revisions (account_id, revision) VALUES ('sandbox', 3);
CREATE INDEX edits_by_batch ON edits (account_id, batch) WHERE batch IS NOT NULL;
PRAGMA user_version = 2;
