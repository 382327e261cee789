PRAGMA foreign_keys = OFF;
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
CREATE TABLE quota_calls (
      account TEXT NOT NULL,
      minute INTEGER NOT NULL,
      orders INTEGER NOT NULL DEFAULT 0 CHECK (orders >= 0),
      others INTEGER NOT NULL DEFAULT 0 CHECK (others >= 0),
      PRIMARY KEY (account, minute)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE owed_erasures (what TEXT PRIMARY KEY CHECK (what IN ('buyers', 'key', 'logs'))) STRICT;
CREATE TABLE saved (
    account_id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('view', 'search', 'realty-search', 'columns')),
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    json TEXT NOT NULL,
    saved_at TEXT NOT NULL,
    PRIMARY KEY (account_id, kind, id)
  ) STRICT;
CREATE UNIQUE INDEX saved_view_names ON saved (account_id, name) WHERE kind = 'view';
INSERT INTO order_marks (account_id, order_id, handled_at, key_id, note) VALUES ('sandbox', 500059, '2026-11-23T09:26:23.788Z', NULL, NULL);
INSERT INTO order_marks (account_id, order_id, handled_at, key_id, note) VALUES ('sandbox', 500060, '2026-11-23T09:26:23.787Z', 'bf392db4a557c44e', X'01141745b4c4215aba009111b5dcd2971ed65f872c70d78e323387ea8d4b9f02fdab9692ad31579a9b43c3a25dddbaaa83');
INSERT INTO order_key (name) VALUES ('buyers-58447e5f043570df');
INSERT INTO quota_calls (account, minute, orders, others) VALUES ('sandbox', 29923766, 2, 334);
INSERT INTO saved (account_id, kind, id, name, json, saved_at) VALUES ('sandbox', 'view', '208718b7-0886-4fca-b17e-a5a744a91020', 'Дорогі', '{"columns":{"order":["title","usd"],"widths":{"title":220},"hidden":["eur"],"pinned":["title"]},"sort":[{"column":"usd","descending":true}],"filters":[],"states":["live"],"edited":false,"watched":true}', '2026-11-23T09:26:24.259Z');
INSERT INTO saved (account_id, kind, id, name, json, saved_at) VALUES ('sandbox', 'view', 'd85d3376-54df-40fc-b3f9-ea60ea0826bd', 'All', '{"columns":{"order":["title","usd"],"widths":{"title":220},"hidden":["eur"],"pinned":["title"]},"sort":[],"filters":[],"states":[],"edited":false,"watched":true}', '2026-11-23T09:26:24.264Z');
INSERT INTO saved (account_id, kind, id, name, json, saved_at) VALUES ('sandbox', 'search', '27591d2d-ac05-4988-83a5-59393999d49c', 'BMW', '{"params":[["user_id","7"]],"stock":true}', '2026-11-23T09:26:24.278Z');
INSERT INTO saved (account_id, kind, id, name, json, saved_at) VALUES ('sandbox', 'search', 'aa3db28e-ed99-4e73-b63a-d4ddaf8ca236', 'Усі', '{"params":[["category_id","1"],["marka_id[0]","9"],["model_id[0]","96"]],"stock":false}', '2026-11-23T09:26:24.279Z');
INSERT INTO saved (account_id, kind, id, name, json, saved_at) VALUES ('sandbox', 'realty-search', '?category=1&realty_type=2&operation_type=1', '?category=1&realty_type=2&operation_type=1', '{}', '2026-11-23T09:26:24.324Z');
    ALTER TABLE saved RENAME TO saved_before;
    DROP INDEX saved_view_names;
  CREATE TABLE saved (
    account_id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('view', 'search', 'realty-search', 'columns', 'colour-rule')),
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    json TEXT NOT NULL,
    saved_at TEXT NOT NULL,
    PRIMARY KEY (account_id, kind, id)
  ) STRICT;
  CREATE UNIQUE INDEX saved_view_names ON saved (account_id, name) WHERE kind = 'view';
    INSERT INTO saved (account_id, kind, id, name, json, saved_at)
      SELECT account_id, kind, id, name, json, saved_at FROM saved_before ORDER BY rowid;
    DROP TABLE saved_before;
  CREATE TABLE returned_calls (
    account_id TEXT NOT NULL,
    call_id INTEGER NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (account_id, call_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE erased_callers (until TEXT NOT NULL) STRICT;
  INSERT INTO returned_calls (account_id, call_id, at) VALUES ('sandbox', 22326708, '2026-11-23T09:30:00.000Z');
PRAGMA user_version = 11;
