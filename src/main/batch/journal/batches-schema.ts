import { pauseReasons } from '#shared/batch/row.ts'

/** Batches that go on. A condition that says the same finds them by their index. */
export const unsettledBatch = `batches.state NOT IN ('cancelled', 'finished')`

/** Counts of rows that wait for something, or that a person may retry. A condition that says the same finds them by their index. */
export const unsettledCount = `batch_counts.n > 0 AND batch_counts.state IN ('planned', 'sending', 'failed', 'in-doubt', 'conflict')`

/**
 * A batch. No number comes twice: by it the mark knows which batches were sent from. `contents` is what it does, by
 * which it is called, as JSON; NULL if that is not known. `file` is how its file was read, as JSON. `preview` is an
 * undo that is not confirmed yet. It can't begin, its rows can't be claimed, and only they may be planned again after
 * they were skipped. `waits_since` is when a wait was written down, so that a clock that is set back makes it no longer
 * than it was. `sends_unshown` says that a person agreed to adverts that the service doesn't show. `turn_of` is the
 * desk whose turn a batch waits for, '' if its name isn't known; `team_refusal` is the team's reason for refusing this
 * desk, as JSON. `requests` to the service are those that it took so far; NULL if they were not all counted.
 */
const table = `
CREATE TABLE batches (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  account_id TEXT NOT NULL,
  user_id INTEGER NOT NULL,
  file_name TEXT NOT NULL,
  file_sha256 TEXT,
  encoding TEXT NOT NULL,
  bom INTEGER NOT NULL CHECK (bom IN (0, 1)),
  delimiter TEXT NOT NULL,
  header TEXT NOT NULL CHECK (json_valid(header)),
  mapping TEXT NOT NULL CHECK (json_valid(mapping)),
  operation TEXT NOT NULL CHECK (operation IN ('create', 'edit', 'delete', 'mixed')),
  state TEXT NOT NULL
    CHECK (state IN ('planning', 'ready', 'running', 'waiting', 'paused', 'cancelled', 'finished')),
  pause_reason TEXT CHECK (pause_reason IN (${pauseReasons.map((each) => `'${each}'`).join(', ')})),
  wakes_at TEXT,
  sent_before INTEGER NOT NULL DEFAULT 0,
  undo_of TEXT REFERENCES batches (id),
  created_at TEXT NOT NULL,
  finished_at TEXT,
  preview INTEGER NOT NULL DEFAULT 0 CHECK (preview IN (0, 1)),
  file TEXT CHECK (file IS NULL OR json_valid(file)),
  waits_since TEXT,
  sends_unshown INTEGER NOT NULL DEFAULT 0 CHECK (sends_unshown IN (0, 1)),
  contents TEXT CHECK (contents IS NULL OR json_valid(contents)),
  turn_of TEXT,
  team_refusal TEXT CHECK (team_refusal IS NULL OR json_valid(team_refusal)),
  requests INTEGER DEFAULT 0 CHECK (requests >= 0),
  CHECK (preview = 0 OR state IN ('planning', 'ready')),
  CHECK (state <> 'paused' OR pause_reason IS NOT NULL),
  CHECK (pause_reason IS NULL OR state IN ('paused', 'waiting')),
  CHECK (wakes_at IS NULL OR state = 'waiting'),
  CHECK ((state IN ('cancelled', 'finished')) = (finished_at IS NOT NULL))
) STRICT;
CREATE INDEX batches_shown ON batches (account_id) WHERE state <> 'planning';
CREATE INDEX batches_of_file ON batches (file_sha256) WHERE file_sha256 IS NOT NULL;
CREATE INDEX batches_unsettled ON batches (seq) WHERE ${unsettledBatch};`

const rules = `
CREATE TRIGGER batches_finished BEFORE UPDATE OF state ON batches
WHEN NEW.state = 'finished'
  AND EXISTS (SELECT 1 FROM rows WHERE batch = NEW.seq AND state IN ('planned', 'sending'))
BEGIN SELECT RAISE(ABORT, 'a batch with rows to send is not finished'); END;`

/**
 * Kept by triggers of the rows, so that a list of batches with 100,000 rows each costs one read a batch. The few that have rows which
 * wait for something, or which a person may retry, are found by an index of their own.
 */
const counts = `
CREATE TABLE batch_counts (
  batch INTEGER NOT NULL,
  state TEXT NOT NULL,
  n INTEGER NOT NULL CHECK (n >= 0),
  PRIMARY KEY (batch, state)
) STRICT, WITHOUT ROWID;
CREATE INDEX batch_counts_open ON batch_counts (batch, state) WHERE ${unsettledCount};`

export const batchesSchema = table + rules + counts
