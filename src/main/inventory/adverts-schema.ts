import { columnDefinitions } from './stored-columns.ts'

/** A statement of a trigger that counts one advert more or less, if it counts at all. */
const counted = (row: 'new' | 'old', by: 1 | -1): string => `
  INSERT INTO advert_counts (account_id, user_id, adverts)
    SELECT ${row}.account_id, ${row}.user_id, ${by} WHERE ${row}.state <> 'gone' AND ${row}.user_id IS NOT NULL
    ON CONFLICT (account_id, user_id) DO UPDATE SET adverts = adverts + excluded.adverts;`

const countTriggers = `
  CREATE TRIGGER adverts_counted_in AFTER INSERT ON adverts BEGIN ${counted('new', 1)} END;
  CREATE TRIGGER adverts_counted_out AFTER DELETE ON adverts BEGIN ${counted('old', -1)} END;
  CREATE TRIGGER adverts_counted_again AFTER UPDATE OF account_id, user_id, state ON adverts
    WHEN old.account_id <> new.account_id OR old.user_id IS NOT new.user_id OR old.state <> new.state
    BEGIN ${counted('old', -1)} ${counted('new', 1)} END;`

/**
 * Adverts as cached. The columns of the grid are apart from the whole record, so that sorting a hundred thousand reads
 * little. `adverts_newest` is behind the list that a window shows first (lists/first-list.ts); `state` is its last column,
 * so that the rows themselves are not read. The text index holds no places of words: a search asks only which adverts have
 * them. Records are packed (packed-record.ts).
 */
export const advertsSchema = `
  CREATE TABLE adverts (
    rowid INTEGER PRIMARY KEY,
    account_id TEXT NOT NULL,
    ${columnDefinitions},
    UNIQUE (account_id, id)
  ) STRICT;
  CREATE INDEX adverts_newest ON adverts (account_id, user_id, updated_at, id, state);

  CREATE TABLE advert_records (
    advert INTEGER PRIMARY KEY REFERENCES adverts (rowid) ON DELETE CASCADE,
    description TEXT NOT NULL,
    record BLOB NOT NULL
  ) STRICT;

  CREATE TABLE advert_history (
    account_id TEXT NOT NULL,
    id INTEGER NOT NULL,
    at TEXT NOT NULL,
    usd REAL, eur REAL, uah REAL,
    state TEXT NOT NULL,
    PRIMARY KEY (account_id, id, at)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE syncs (account_id TEXT PRIMARY KEY, synced_at TEXT NOT NULL) STRICT;

  CREATE TABLE advert_counts (
    account_id TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    adverts INTEGER NOT NULL,
    PRIMARY KEY (account_id, user_id)
  ) STRICT, WITHOUT ROWID;
  ${countTriggers}

  CREATE VIRTUAL TABLE advert_text USING fts5 (
    title, make, model, version, city, description,
    content = '', contentless_delete = 1, prefix = '1 2 3 4', detail = none, tokenize = 'unicode61'
  );
`
