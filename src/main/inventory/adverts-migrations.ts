import type { Migration } from '../storage/database.ts'

/**
 * Adverts as cached. The columns of the grid stand apart from the whole record, so that sorting a hundred thousand
 * reads little; the full-text index follows by triggers.
 */
export const advertsMigration: Migration = (db) => {
  db.exec(`
    CREATE TABLE adverts (
      rowid INTEGER PRIMARY KEY,
      account_id TEXT NOT NULL,
      id INTEGER NOT NULL,
      user_id INTEGER,
      title TEXT NOT NULL, title_key TEXT NOT NULL,
      make_id INTEGER, make TEXT NOT NULL, make_key TEXT NOT NULL,
      model_id INTEGER, model TEXT NOT NULL, model_key TEXT NOT NULL,
      version TEXT NOT NULL, version_key TEXT NOT NULL,
      year INTEGER, mileage REAL,
      usd REAL, eur REAL, uah REAL, main_currency TEXT NOT NULL,
      city TEXT NOT NULL, city_key TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('live', 'moderation', 'sold', 'archive', 'gone')),
      added_at TEXT NOT NULL, updated_at TEXT NOT NULL, expires_at TEXT NOT NULL,
      photo TEXT NOT NULL,
      read_at TEXT NOT NULL,
      pending INTEGER NOT NULL DEFAULT 0 CHECK (pending IN (0, 1)),
      UNIQUE (account_id, id)
    ) STRICT;

    CREATE TABLE advert_records (
      advert INTEGER PRIMARY KEY REFERENCES adverts (rowid) ON DELETE CASCADE,
      description TEXT NOT NULL,
      record TEXT NOT NULL
    ) STRICT;

    CREATE TABLE advert_history (
      account_id TEXT NOT NULL,
      id INTEGER NOT NULL,
      at TEXT NOT NULL,
      usd REAL, uah REAL,
      state TEXT NOT NULL,
      PRIMARY KEY (account_id, id, at)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE syncs (account_id TEXT PRIMARY KEY, synced_at TEXT NOT NULL) STRICT;

    CREATE VIRTUAL TABLE advert_text USING fts5 (
      title, make, model, version, city, description,
      content = '', contentless_delete = 1, prefix = '2 3', tokenize = 'unicode61'
    );
  `)
}
