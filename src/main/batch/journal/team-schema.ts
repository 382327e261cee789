/**
 * What other desks of a team wrote, folded from the team's log; all of it is empty without a team. `after_row` and
 * `after_attempt` are the journal's own numbers at the moment of folding: a row with a lower id was planned before its desk
 * could know of the write, so which of the two is newer never follows from two computers' clocks. `asked` counts the permits
 * that this desk asked for, raised before each: a folder that was restored or copied has a lower one than the server.
 */
export const teamSchema = `
CREATE TABLE team_desk (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  asked INTEGER NOT NULL CHECK (asked >= 0)
) STRICT;
CREATE TRIGGER team_desk_counts_up BEFORE UPDATE ON team_desk WHEN NEW.asked < OLD.asked
BEGIN SELECT RAISE(ABORT, 'a desk never goes back'); END;
CREATE TABLE team_accounts (
  account_id TEXT PRIMARY KEY,
  team TEXT NOT NULL,
  url TEXT NOT NULL,
  user INTEGER NOT NULL,
  generation INTEGER NOT NULL,
  cursor INTEGER NOT NULL,
  head INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
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
  PRIMARY KEY (account_id, team, member, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX team_writes_by_fingerprint ON team_writes (fingerprint);
CREATE INDEX team_writes_by_advert ON team_writes (auto_id) WHERE auto_id IS NOT NULL;
CREATE INDEX team_writes_open ON team_writes (account_id) WHERE operation = 'create' AND state IN ('sending', 'doubt');`
