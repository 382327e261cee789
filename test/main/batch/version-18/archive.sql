PRAGMA foreign_keys = OFF;
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
  pause_reason TEXT CHECK (pause_reason IN ('person', 'auth', 'package', 'rate-limit', 'quota', 'offline', 'service',
    'doubts', 'answers', 'not-shown', 'storage', 'restart')),
  wakes_at TEXT,
  sent_before INTEGER NOT NULL DEFAULT 0,
  undo_of TEXT REFERENCES batches (id),
  created_at TEXT NOT NULL,
  finished_at TEXT,
  preview INTEGER NOT NULL DEFAULT 0 CHECK (preview IN (0, 1)),
  file TEXT CHECK (file IS NULL OR json_valid(file)),
  waits_since TEXT,
  archived_at TEXT,
  archived_counts TEXT CHECK (archived_counts IS NULL OR json_valid(archived_counts)),
  unreadable INTEGER DEFAULT 0 CHECK (unreadable >= 0),
  sends_unshown INTEGER NOT NULL DEFAULT 0 CHECK (sends_unshown IN (0, 1)),
  CHECK (preview = 0 OR state IN ('planning', 'ready')),
  CHECK (state <> 'paused' OR pause_reason IS NOT NULL),
  CHECK (pause_reason IS NULL OR state IN ('paused', 'waiting')),
  CHECK (wakes_at IS NULL OR state = 'waiting'),
  CHECK ((state IN ('cancelled', 'finished')) = (finished_at IS NOT NULL)),
  CHECK (archived_at IS NULL OR state IN ('finished', 'cancelled')),
  CHECK ((archived_counts IS NULL) = (archived_at IS NULL))
) STRICT;
CREATE TABLE batch_counts (
  batch INTEGER NOT NULL,
  state TEXT NOT NULL,
  n INTEGER NOT NULL CHECK (n >= 0),
  PRIMARY KEY (batch, state)
) STRICT, WITHOUT ROWID;
CREATE TABLE rows (
  id INTEGER PRIMARY KEY,
  batch INTEGER NOT NULL REFERENCES batches (seq),
  line INTEGER NOT NULL,
  operation TEXT CHECK (operation IN ('create', 'edit', 'delete')),
  state TEXT NOT NULL
    CHECK (state IN ('planned', 'sending', 'done', 'failed', 'in-doubt', 'conflict', 'invalid', 'skipped')),
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
  CHECK (state NOT IN ('failed', 'in-doubt', 'conflict') OR error_code IS NOT NULL),
  CHECK (state NOT IN ('sending', 'in-doubt') OR attempts > 0),
  CHECK (state <> 'in-doubt' OR doubt = 1),
  CHECK (doubt = 0 OR state IN ('planned', 'sending', 'in-doubt', 'conflict', 'done'))
) STRICT;
CREATE TABLE attempts (
  id INTEGER PRIMARY KEY,
  row INTEGER NOT NULL REFERENCES rows (id),
  kind TEXT NOT NULL CHECK (kind IN ('send', 'look', 'person')),
  request_hash TEXT NOT NULL,
  started_at TEXT NOT NULL,
  ended_at TEXT,
  outcome TEXT CHECK (outcome IN ('done', 'failed', 'in-doubt', 'unsent', 'looked')),
  status INTEGER,
  error_code TEXT,
  answer TEXT,
  service_at TEXT,
  CHECK ((ended_at IS NULL) = (outcome IS NULL))
) STRICT;
CREATE TABLE kept_rows (
  id INTEGER PRIMARY KEY,
  batch INTEGER NOT NULL REFERENCES batches (seq),
  line INTEGER NOT NULL,
  operation TEXT NOT NULL CHECK (operation IN ('create', 'edit', 'delete')),
  state TEXT NOT NULL CHECK (state IN ('done', 'failed', 'invalid', 'skipped')),
  auto_id INTEGER NOT NULL CHECK (auto_id > 0),
  fingerprint TEXT NOT NULL,
  payload TEXT NOT NULL CHECK (json_valid(payload)),
  updated_at TEXT,
  sent INTEGER NOT NULL,
  sent_at TEXT,
  service_at TEXT
) STRICT;
CREATE TABLE lost_rows (
  batch INTEGER NOT NULL REFERENCES batches (seq),
  line INTEGER NOT NULL,
  state TEXT NOT NULL,
  fingerprint TEXT,
  PRIMARY KEY (batch, line)
) STRICT, WITHOUT ROWID;
CREATE TABLE uncached_rows (
  row INTEGER PRIMARY KEY REFERENCES rows (id) ON DELETE CASCADE
) STRICT;
CREATE TABLE looks (
  account_id TEXT NOT NULL,
  auto_id INTEGER NOT NULL,
  live TEXT NOT NULL CHECK (json_valid(live)),
  PRIMARY KEY (account_id, auto_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE holds (
  account_id TEXT PRIMARY KEY,
  set_at INTEGER NOT NULL,
  until INTEGER NOT NULL
) STRICT;
CREATE TABLE identity (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  id TEXT NOT NULL,
  claims INTEGER NOT NULL CHECK (claims >= 0),
  fence INTEGER NOT NULL DEFAULT 0,
  marked INTEGER NOT NULL DEFAULT 0 CHECK (marked IN (0, 1))
) STRICT;
INSERT INTO batches VALUES (1, '2026-11-24-f5avy', 'dealer', 5053358, 'test', 'archived.csv', NULL, 'utf-8', 0, ',', '[]', '[]', 'mixed', 'finished', NULL, NULL, 0, NULL, '2026-11-24T03:54:01.241Z', '2026-11-24T03:54:01.419Z', 0, NULL, NULL, NULL, NULL, 0, 0);
INSERT INTO batch_counts VALUES (1, 'done', 2);
INSERT INTO batch_counts VALUES (1, 'failed', 1);
INSERT INTO rows VALUES (1, 1, 2, 'create', 'done', 39100000, '{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":12345}', '{}', '[]', '["9","96","900640","901580","1","12345"]', 'DLfvB9TtarvX2vRneqGE0Y', 'response', NULL, NULL, 1, 0, 0, 0, '2026-11-24T03:54:01.384Z');
INSERT INTO rows VALUES (2, 1, 3, 'edit', 'done', 39099759, '{"auto_id":39099759,"currency_id":1,"price":777}', '{}', '[]', '["39099759","1","777"]', 'MyhVhpPVpqfIpPGYO5FahC', 'response', NULL, NULL, 1, 0, 0, 1, '2026-11-24T03:54:01.409Z');
INSERT INTO rows VALUES (3, 1, 4, 'edit', 'failed', 999999999, '{"auto_id":999999999,"currency_id":1,"price":1}', '{}', '[]', '["999999999","1","1"]', 'tKF_JH4D9ASjl48yg58BsZ', NULL, 'advert-gone', NULL, 0, 0, 0, 1, '2026-11-24T03:54:01.361Z');
INSERT INTO attempts VALUES (1, 1, 'send', 'a9fb5ae2a5d74b9b9610999d8ccc44ac8bd034ef30e6666e1c10c1ec29974859', '2026-11-24T03:54:01.281Z', '2026-11-24T03:54:01.384Z', 'done', 200, NULL, NULL, '2026-11-24T03:54:01.054Z');
INSERT INTO attempts VALUES (2, 2, 'send', 'b4227ecce5f6998e47d790a781910bde2abcb17a14e2312d31c5ff4feb6a9243', '2026-11-24T03:54:01.344Z', '2026-11-24T03:54:01.409Z', 'done', 200, NULL, NULL, '2026-11-24T03:54:01.023Z');
INSERT INTO identity VALUES (1, 'df608a8c01715dd5', 0, 0, 0);
CREATE INDEX batches_in_the_journal ON batches (seq) WHERE archived_at IS NULL;
CREATE TRIGGER batches_finished BEFORE UPDATE OF state ON batches
WHEN NEW.state = 'finished'
  AND EXISTS (SELECT 1 FROM rows WHERE batch = NEW.seq AND state IN ('planned', 'sending'))
BEGIN SELECT RAISE(ABORT, 'a batch with rows to send is not finished'); END;
CREATE TRIGGER batches_archived BEFORE UPDATE OF archived_at ON batches
WHEN OLD.archived_at IS NOT NULL OR EXISTS (
  SELECT 1 FROM rows WHERE batch = NEW.seq AND state IN ('planned', 'sending', 'in-doubt', 'conflict'))
BEGIN SELECT RAISE(ABORT, 'a batch that waits for anything is not archived'); END;
CREATE TRIGGER batches_archived_stay BEFORE UPDATE OF state ON batches WHEN OLD.archived_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'an archived batch is kept as it was'); END;
CREATE INDEX rows_by_state ON rows (batch, state, line);
CREATE INDEX rows_by_advert ON rows (auto_id, id) WHERE auto_id IS NOT NULL;
CREATE INDEX rows_by_fingerprint ON rows (fingerprint);
CREATE INDEX rows_in_doubt ON rows (state) WHERE state IN ('sending', 'in-doubt');
CREATE INDEX rows_open_of_advert ON rows (batch, auto_id, line)
WHERE state IN ('planned', 'sending', 'in-doubt', 'conflict') AND auto_id IS NOT NULL;
CREATE INDEX rows_by_likeness ON rows (batch, error_code, line) WHERE error_code = 'by-likeness';
CREATE INDEX rows_of_creates ON rows (id, operation) WHERE operation = 'create';
CREATE TRIGGER rows_states BEFORE UPDATE OF state ON rows
WHEN NEW.state <> OLD.state AND NOT (
  OLD.state = 'planned' AND NEW.state IN ('sending', 'failed', 'conflict', 'skipped', 'in-doubt')
  OR OLD.state = 'sending' AND NEW.state IN ('done', 'failed', 'in-doubt', 'planned', 'skipped')
  OR OLD.state = 'in-doubt' AND NEW.state IN ('done', 'planned', 'conflict')
  OR OLD.state = 'conflict' AND NEW.state IN ('planned', 'skipped')
  OR OLD.state = 'failed' AND NEW.state = 'planned'
  OR OLD.state = 'skipped' AND NEW.state = 'planned' AND (SELECT preview FROM batches WHERE seq = NEW.batch))
BEGIN SELECT RAISE(ABORT, 'no such step between row states'); END;
CREATE TRIGGER rows_create_in_doubt BEFORE UPDATE OF state ON rows
WHEN OLD.operation = 'create' AND OLD.state = 'in-doubt' AND NEW.state = 'planned' AND NEW.forced <= OLD.forced
BEGIN SELECT RAISE(ABORT, 'only a person sends a create in doubt again'); END;
CREATE TRIGGER rows_creates_never_conflict BEFORE UPDATE OF state ON rows
WHEN NEW.operation = 'create' AND NEW.state = 'conflict'
BEGIN SELECT RAISE(ABORT, 'a create meets no advert to be in conflict with'); END;
CREATE TRIGGER rows_of_previews BEFORE UPDATE OF state ON rows
WHEN NEW.state = 'sending' AND (SELECT preview FROM batches WHERE seq = NEW.batch)
BEGIN SELECT RAISE(ABORT, 'a preview is not sent'); END;
CREATE TRIGGER rows_archived BEFORE UPDATE OF state ON rows
WHEN (SELECT archived_at FROM batches WHERE seq = OLD.batch) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'an archived row is kept as it was'); END;
CREATE TRIGGER rows_frozen BEFORE UPDATE OF batch, line, operation, payload, before, cells, fingerprint ON rows
BEGIN SELECT RAISE(ABORT, 'a planned row is frozen'); END;
CREATE TRIGGER rows_forced_counts_up BEFORE UPDATE OF forced ON rows WHEN NEW.forced < OLD.forced
BEGIN SELECT RAISE(ABORT, 'what a person did is kept'); END;
CREATE TRIGGER rows_attempted BEFORE DELETE ON rows WHEN OLD.attempts > 0 AND (
  (SELECT archived_at FROM batches WHERE seq = OLD.batch) IS NULL
  OR OLD.auto_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM kept_rows WHERE id = OLD.id))
BEGIN SELECT RAISE(ABORT, 'a row that was sent stays'); END;
CREATE TRIGGER rows_keep_their_advert BEFORE UPDATE OF auto_id ON rows
WHEN OLD.auto_id IS NOT NULL AND NEW.auto_id IS NOT OLD.auto_id
BEGIN SELECT RAISE(ABORT, 'a row keeps its advert'); END;
CREATE TRIGGER rows_bound_once BEFORE UPDATE OF auto_id ON rows
WHEN NEW.operation = 'create' AND OLD.auto_id IS NULL AND NEW.auto_id IS NOT NULL AND EXISTS (
  SELECT 1 FROM rows AS other JOIN batches ON batches.seq = other.batch
  WHERE other.auto_id = NEW.auto_id AND other.operation = 'create' AND other.id <> NEW.id
    AND account_id = (SELECT account_id FROM batches AS own WHERE own.seq = NEW.batch))
BEGIN SELECT RAISE(ABORT, 'an advert belongs to one create'); END;
CREATE TRIGGER rows_bound_once_ever BEFORE UPDATE OF auto_id ON rows
WHEN NEW.operation = 'create' AND OLD.auto_id IS NULL AND NEW.auto_id IS NOT NULL AND EXISTS (
  SELECT 1 FROM kept_rows AS other JOIN batches ON batches.seq = other.batch
  WHERE other.auto_id = NEW.auto_id AND other.operation = 'create'
    AND account_id = (SELECT account_id FROM batches AS own WHERE own.seq = NEW.batch))
BEGIN SELECT RAISE(ABORT, 'an advert belongs to one create'); END;
CREATE TRIGGER rows_counted_in AFTER INSERT ON rows BEGIN
  INSERT INTO batch_counts VALUES (NEW.batch, NEW.state, 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER rows_counted_out AFTER DELETE ON rows BEGIN
  UPDATE batch_counts SET n = n - 1 WHERE batch = OLD.batch AND state = OLD.state;
END;
CREATE TRIGGER rows_counted_over AFTER UPDATE OF state ON rows WHEN NEW.state <> OLD.state BEGIN
  UPDATE batch_counts SET n = n - 1 WHERE batch = OLD.batch AND state = OLD.state;
  INSERT INTO batch_counts VALUES (NEW.batch, NEW.state, 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE INDEX attempts_by_row ON attempts (row);
CREATE INDEX attempts_open ON attempts (id) WHERE ended_at IS NULL;
CREATE TRIGGER attempts_stay BEFORE DELETE ON attempts
WHEN (SELECT archived_at FROM batches JOIN rows ON rows.batch = seq WHERE rows.id = OLD.row) IS NULL
BEGIN SELECT RAISE(ABORT, 'attempts are kept'); END;
CREATE TRIGGER attempts_written_once BEFORE UPDATE ON attempts WHEN OLD.ended_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a finished attempt is kept as it was'); END;
CREATE TRIGGER attempts_frozen BEFORE UPDATE OF row, kind, request_hash, started_at, service_at ON attempts
BEGIN SELECT RAISE(ABORT, 'the beginning of an attempt is kept as it was'); END;
CREATE INDEX kept_rows_by_advert ON kept_rows (auto_id, id);
CREATE INDEX kept_rows_by_fingerprint ON kept_rows (fingerprint) WHERE state = 'done';
CREATE INDEX kept_rows_of_creates ON kept_rows (id, operation) WHERE operation = 'create' AND state = 'done';
CREATE TRIGGER kept_rows_stay BEFORE DELETE ON kept_rows
BEGIN SELECT RAISE(ABORT, 'what an archived row leaves is kept'); END;
CREATE TRIGGER kept_rows_frozen BEFORE UPDATE ON kept_rows
BEGIN SELECT RAISE(ABORT, 'what an archived row leaves is kept as it was'); END;
CREATE INDEX lost_rows_by_fingerprint ON lost_rows (fingerprint) WHERE fingerprint IS NOT NULL;
CREATE TRIGGER rows_uncached AFTER UPDATE OF state ON rows WHEN NEW.state = 'done' AND OLD.state <> 'done' BEGIN
  INSERT OR IGNORE INTO uncached_rows VALUES (NEW.id);
END;
CREATE TRIGGER identity_counts_up BEFORE UPDATE ON identity
WHEN NEW.claims < OLD.claims OR NEW.fence < OLD.fence OR NEW.marked < OLD.marked
  OR NEW.id <> OLD.id AND (OLD.marked = 1 OR OLD.claims > 0)
BEGIN SELECT RAISE(ABORT, 'a journal never goes back'); END;
CREATE TRIGGER identity_stays BEFORE DELETE ON identity
BEGIN SELECT RAISE(ABORT, 'a journal keeps its id'); END;
PRAGMA user_version = 18;
