/**
 * Writes of other desks of a team, folded from the team's log; all of it is empty without a team. `after_row` and
 * `after_attempt` are the journal's own numbers at the moment of folding. A row with a lower id was planned before its
 * desk could know of the write. So the order of two writes never follows from two computers' clocks. `asked` counts the
 * permits and the looks at the log that this desk asked for, raised before each: a restored or copied folder has a
 * lower one than the server. `answered` is the last that the server answered, and `epoch` is what the desk joined of
 * `team`: a restored server has a lower one, or doesn't know it. `stock_key` is the dealer's own number of the car,
 * NULL if the row is of no stock file. For each team that an account was planned or sent for, `team_memberships` has
 * the last batch planned in it. It is NULL while this desk is in the team. `team_left_agreed` has the batches that a
 * person let go on.
 */
const teamTables = `
CREATE TABLE team_desk (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  asked INTEGER NOT NULL DEFAULT 0 CHECK (asked >= 0),
  answered INTEGER NOT NULL DEFAULT 0,
  team TEXT NOT NULL DEFAULT '',
  epoch TEXT
) STRICT;
INSERT INTO team_desk (one) VALUES (1);
CREATE TRIGGER team_desk_counts_up BEFORE UPDATE ON team_desk WHEN NEW.asked < OLD.asked
BEGIN SELECT RAISE(ABORT, 'a desk never goes back'); END;
CREATE TABLE team_accounts (
  account_id TEXT PRIMARY KEY,
  team TEXT NOT NULL,
  url TEXT NOT NULL,
  user INTEGER NOT NULL,
  cursor INTEGER NOT NULL,
  head INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE team_memberships (
  account_id TEXT NOT NULL,
  team TEXT NOT NULL,
  last_batch INTEGER,
  PRIMARY KEY (account_id, team)
) STRICT, WITHOUT ROWID;
CREATE TABLE team_left_agreed (batch TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TABLE team_writes (
  account_id TEXT NOT NULL,
  team TEXT NOT NULL,
  member INTEGER NOT NULL,
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  operation TEXT NOT NULL CHECK (operation IN ('create', 'edit', 'delete')),
  fingerprint TEXT NOT NULL,
  auto_id INTEGER CHECK (auto_id > 0),
  payload TEXT NOT NULL CHECK (json_valid(payload)),
  before TEXT NOT NULL CHECK (json_valid(before)),
  state TEXT NOT NULL CHECK (state IN ('sending', 'doubt', 'done', 'failed', 'unsent')),
  at TEXT NOT NULL,
  after_row INTEGER NOT NULL,
  after_attempt INTEGER NOT NULL,
  stock_key TEXT,
  PRIMARY KEY (account_id, team, key, fingerprint)
) STRICT, WITHOUT ROWID;
CREATE TABLE team_orders (
  account_id TEXT NOT NULL,
  order_id INTEGER NOT NULL,
  no INTEGER NOT NULL,
  is_taken INTEGER NOT NULL,
  name TEXT NOT NULL,
  own INTEGER NOT NULL,
  PRIMARY KEY (account_id, order_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX team_writes_by_fingerprint ON team_writes (fingerprint);
CREATE INDEX team_writes_by_advert ON team_writes (auto_id) WHERE auto_id IS NOT NULL;
CREATE INDEX team_writes_open ON team_writes (account_id) WHERE operation = 'create' AND state IN ('sending', 'doubt');`

/**
 * Entries of the links and the stock files of this journal in the team's log: \`no\` is the entry, 0 before the first.
 * \`changes\` counts what the log does not have yet, so that a change during a report is reported as well.
 */
const reportedTables = `
CREATE TABLE team_links (
  account_id TEXT NOT NULL,
  key TEXT NOT NULL,
  no INTEGER NOT NULL DEFAULT 0,
  changes INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (account_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX team_links_changed ON team_links (account_id) WHERE changes > 0;
CREATE TABLE team_files (
  seq INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL,
  no INTEGER NOT NULL,
  UNIQUE (account_id, no)
) STRICT;`

const changed = (name: string, event: string, row: 'NEW' | 'OLD'): string => `
CREATE TRIGGER team_links_${name} AFTER ${event} WHEN EXISTS (SELECT 1 FROM team_accounts WHERE account_id = ${row}.account_id) BEGIN
  INSERT INTO team_links (account_id, key) VALUES (${row}.account_id, ${row}.key)
    ON CONFLICT DO UPDATE SET changes = changes + 1;
END;`

/** Condition that sources have the key of a link. */
const held = (name: string, event: string, row: 'NEW' | 'OLD'): string => `
CREATE TRIGGER team_links_${name} AFTER ${event} ON source_keys
WHEN EXISTS (SELECT 1 FROM stock_sources JOIN team_accounts USING (account_id) WHERE id = ${row}.source) BEGIN
  INSERT INTO team_links (account_id, key)
    SELECT account_id, key FROM stock_sources JOIN links USING (account_id) WHERE id = ${row}.source AND key = ${row}.key
    ON CONFLICT DO UPDATE SET changes = changes + 1;
END;`

/** Every change of a link goes to the team: without one nothing is noted. */
const changes = [
  changed('made', 'INSERT ON links', 'NEW'),
  changed('moved', 'UPDATE ON links', 'NEW'),
  changed('field_in', 'INSERT ON link_fields', 'NEW'),
  changed('field_moved', 'UPDATE ON link_fields', 'NEW'),
  changed('field_out', 'DELETE ON link_fields', 'OLD'),
  held('held', 'INSERT', 'NEW'),
  held('lacked', 'DELETE', 'OLD'),
].join('')

export const teamSchema = teamTables + reportedTables + changes
