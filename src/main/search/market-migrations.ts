import type { Migration } from '../storage/database.ts'

/** Searches of the market: saved ones, what they found and when, the last answers, conversions and positions of prices. */
export const marketMigration: Migration = (db) => {
  db.exec(`
    CREATE TABLE market_answers (
      account_id TEXT NOT NULL,
      query TEXT NOT NULL,
      count INTEGER,
      ids TEXT NOT NULL,
      complete INTEGER NOT NULL CHECK (complete IN (0, 1)),
      read_at TEXT NOT NULL,
      PRIMARY KEY (account_id, query)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE market_searches (
      id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL,
      name TEXT NOT NULL,
      params TEXT NOT NULL,
      saved_at TEXT NOT NULL,
      checked_at TEXT,
      complete INTEGER NOT NULL DEFAULT 0 CHECK (complete IN (0, 1))
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE market_found (
      search_id TEXT NOT NULL REFERENCES market_searches (id) ON DELETE CASCADE,
      id INTEGER NOT NULL,
      first_at TEXT NOT NULL,
      last_at TEXT NOT NULL,
      PRIMARY KEY (search_id, id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE conversions (
      target TEXT NOT NULL CHECK (target IN ('old', 'new')),
      query TEXT NOT NULL,
      answer TEXT NOT NULL,
      read_at TEXT NOT NULL,
      PRIMARY KEY (target, query)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE price_positions (
      account_id TEXT NOT NULL,
      advert_id INTEGER NOT NULL,
      answer TEXT NOT NULL,
      read_at TEXT NOT NULL,
      PRIMARY KEY (account_id, advert_id)
    ) STRICT, WITHOUT ROWID;
  `)
}

/** Saved searches, in staged.db: what a dealer set up is no cache, which has only what they found. */
export const ownSearchesMigration: Migration = (db) => {
  db.exec(`
    CREATE TABLE saved_searches (
      id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL,
      name TEXT NOT NULL,
      params TEXT NOT NULL,
      saved_at TEXT NOT NULL,
      stock INTEGER NOT NULL DEFAULT 0 CHECK (stock IN (0, 1))
    ) STRICT, WITHOUT ROWID;
  `)
}
