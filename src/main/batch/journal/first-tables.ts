// The journal as it was first made, in SQL. Released steps never change: journal-migrations.ts adds the later ones.

export const batches = `
CREATE TABLE batches (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  account_id TEXT NOT NULL,
  user_id INTEGER NOT NULL,
  planned_by TEXT NOT NULL,
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
  pause_reason TEXT
    CHECK (pause_reason IN ('person', 'auth', 'rate-limit', 'quota', 'offline', 'storage', 'restart')),
  wakes_at TEXT,
  sent_before INTEGER NOT NULL DEFAULT 0,
  undo_of TEXT REFERENCES batches (id),
  created_at TEXT NOT NULL,
  finished_at TEXT,
  CHECK (state <> 'paused' OR pause_reason IS NOT NULL),
  CHECK (pause_reason IS NULL OR state IN ('paused', 'waiting')),
  CHECK (wakes_at IS NULL OR state = 'waiting'),
  CHECK ((state IN ('cancelled', 'finished')) = (finished_at IS NOT NULL))
) STRICT;`

/**
 * `auto_id` is the target of an edit or delete from the start, and of a create exactly when it is done.
 * `doubt` says that an attempt may have been executed without a proof of it: such a row never becomes failed or skipped
 * by itself. `forced` counts how often a person sent a create in doubt again.
 */
export const rows = `
CREATE TABLE rows (
  id INTEGER PRIMARY KEY,
  batch INTEGER NOT NULL REFERENCES batches (seq),
  line INTEGER NOT NULL,
  operation TEXT CHECK (operation IN ('create', 'edit', 'delete')),
  state TEXT NOT NULL
    CHECK (state IN ('planned', 'sending', 'done', 'failed', 'unknown', 'conflict', 'invalid', 'skipped')),
  auto_id INTEGER CHECK (auto_id > 0),
  payload TEXT NOT NULL CHECK (json_valid(payload)),
  before TEXT NOT NULL CHECK (json_valid(before)),
  problems TEXT NOT NULL CHECK (json_valid(problems)),
  cells TEXT CHECK (cells IS NULL OR json_valid(cells)),
  fingerprint TEXT NOT NULL,
  outcome_source TEXT CHECK (outcome_source IN ('response', 'reconciled', 'person')),
  error_code TEXT,
  error_detail TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  doubt INTEGER NOT NULL DEFAULT 0 CHECK (doubt IN (0, 1)),
  forced INTEGER NOT NULL DEFAULT 0,
  overwrite INTEGER NOT NULL DEFAULT 0 CHECK (overwrite IN (0, 1)),
  updated_at TEXT,
  UNIQUE (batch, line),
  CHECK (operation IS NOT NULL OR state IN ('invalid', 'skipped')),
  CHECK (operation <> 'create' OR (state = 'done') = (auto_id IS NOT NULL)),
  CHECK (operation = 'create' OR auto_id IS NOT NULL OR state IN ('invalid', 'skipped')),
  CHECK ((state = 'done') <= (outcome_source IS NOT NULL)),
  CHECK (outcome_source IS NULL OR state IN ('done', 'failed', 'skipped')),
  CHECK (state NOT IN ('failed', 'unknown', 'conflict') OR error_code IS NOT NULL),
  CHECK (state NOT IN ('sending', 'unknown') OR attempts > 0),
  CHECK (state <> 'unknown' OR doubt = 1),
  CHECK (doubt = 0 OR state IN ('planned', 'sending', 'unknown', 'conflict', 'done'))
) STRICT;
CREATE INDEX rows_by_state ON rows (batch, state, line);
CREATE INDEX rows_by_advert ON rows (auto_id, id) WHERE auto_id IS NOT NULL;
CREATE INDEX rows_by_fingerprint ON rows (fingerprint);
CREATE INDEX rows_in_doubt ON rows (state) WHERE state IN ('sending', 'unknown');`

export const rowRules = `
CREATE TRIGGER rows_frozen BEFORE UPDATE OF batch, line, operation, payload, before, cells, fingerprint ON rows
BEGIN SELECT RAISE(ABORT, 'a planned row is frozen'); END;
CREATE TRIGGER rows_states BEFORE UPDATE OF state ON rows
WHEN NEW.state <> OLD.state AND NOT (
  OLD.state = 'planned' AND NEW.state IN ('sending', 'failed', 'conflict', 'skipped', 'unknown')
  OR OLD.state = 'sending' AND NEW.state IN ('done', 'failed', 'unknown', 'planned', 'skipped')
  OR OLD.state = 'unknown' AND NEW.state IN ('done', 'planned', 'conflict')
  OR OLD.state = 'conflict' AND NEW.state IN ('planned', 'skipped')
  OR OLD.state = 'failed' AND NEW.state = 'planned')
BEGIN SELECT RAISE(ABORT, 'no such step between row states'); END;
CREATE TRIGGER rows_doubtful_create BEFORE UPDATE OF state ON rows
WHEN OLD.operation = 'create' AND OLD.state = 'unknown' AND NEW.state = 'planned' AND NEW.forced <= OLD.forced
BEGIN SELECT RAISE(ABORT, 'only a person sends a doubtful create again'); END;
CREATE TRIGGER rows_attempted BEFORE DELETE ON rows WHEN OLD.attempts > 0
BEGIN SELECT RAISE(ABORT, 'a row that was sent stays'); END;
CREATE TRIGGER batches_finished BEFORE UPDATE OF state ON batches
WHEN NEW.state = 'finished'
  AND EXISTS (SELECT 1 FROM rows WHERE batch = NEW.seq AND state IN ('planned', 'sending'))
BEGIN SELECT RAISE(ABORT, 'a batch with rows to send is not finished'); END;`

/** Kept by triggers, so that a list of batches with 100,000 rows each costs one read a batch. */
export const counts = `
CREATE TABLE batch_counts (
  batch INTEGER NOT NULL,
  state TEXT NOT NULL,
  n INTEGER NOT NULL CHECK (n >= 0),
  PRIMARY KEY (batch, state)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER rows_counted_in AFTER INSERT ON rows BEGIN
  INSERT INTO batch_counts VALUES (NEW.batch, NEW.state, 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER rows_counted_out AFTER DELETE ON rows BEGIN
  UPDATE batch_counts SET n = n - 1 WHERE batch = OLD.batch AND state = OLD.state;
END;
CREATE TRIGGER rows_counted_over AFTER UPDATE OF state ON rows WHEN NEW.state <> OLD.state BEGIN
  UPDATE batch_counts SET n = n - 1 WHERE batch = OLD.batch AND state = OLD.state;
  INSERT INTO batch_counts VALUES (NEW.batch, NEW.state, 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;`

export const attempts = `
CREATE TABLE attempts (
  id INTEGER PRIMARY KEY,
  row INTEGER NOT NULL REFERENCES rows (id),
  kind TEXT NOT NULL CHECK (kind IN ('send', 'look', 'person')),
  request_hash TEXT NOT NULL,
  started_at TEXT NOT NULL,
  ended_at TEXT,
  outcome TEXT CHECK (outcome IN ('done', 'failed', 'unknown', 'unsent', 'looked')),
  status INTEGER,
  error_code TEXT,
  answer TEXT,
  CHECK ((ended_at IS NULL) = (outcome IS NULL))
) STRICT;
CREATE INDEX attempts_by_row ON attempts (row);
CREATE TRIGGER attempts_stay BEFORE DELETE ON attempts
BEGIN SELECT RAISE(ABORT, 'attempts are kept'); END;
CREATE TRIGGER attempts_written_once BEFORE UPDATE ON attempts WHEN OLD.ended_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a finished attempt is kept as it was'); END;
CREATE TRIGGER attempts_frozen BEFORE UPDATE OF row, kind, request_hash, started_at ON attempts
BEGIN SELECT RAISE(ABORT, 'the beginning of an attempt is kept as it was'); END;`
