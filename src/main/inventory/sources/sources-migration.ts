import type { Migration } from '../../storage/database.ts'

/**
 * Why an advert is in the stock: the service listed it as the account's (`account`), or its id was added by hand
 * (`added`); and the sources that the dealer switched off. Adverts of other sellers that are cached already were added
 * by hand, or read in the market, which nothing tells apart: they stay watched.
 */
export const sourcesMigration: Migration = (db) => {
  db.exec(`
    CREATE TABLE advert_sources (
      account_id TEXT NOT NULL,
      source TEXT NOT NULL CHECK (source IN ('account', 'added')),
      id INTEGER NOT NULL,
      noted_at TEXT NOT NULL,
      PRIMARY KEY (account_id, source, id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE hidden_sources (
      account_id TEXT NOT NULL,
      source TEXT NOT NULL,
      PRIMARY KEY (account_id, source)
    ) STRICT, WITHOUT ROWID;

    -- A refresh that has not ended yet: what was read since it began is not read again by the next one.
    CREATE TABLE refreshes (account_id TEXT PRIMARY KEY, began_at TEXT NOT NULL) STRICT, WITHOUT ROWID;

    ALTER TABLE market_searches ADD COLUMN stock INTEGER NOT NULL DEFAULT 0 CHECK (stock IN (0, 1));

    INSERT INTO advert_sources (account_id, source, id, noted_at)
      SELECT account_id, 'added', id, read_at FROM adverts
      WHERE NOT EXISTS (SELECT 1 FROM stock_lists
        WHERE stock_lists.account_id = adverts.account_id AND stock_lists.user_id = adverts.user_id);
  `)
}
