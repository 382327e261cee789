/**
 * A row of a batch. `auto_id` is the target of an edit or delete from the start, and of a create exactly when it is done.
 * `doubt` says that an attempt may have been executed without a proof of it: such a row never becomes failed or skipped
 * by itself. `forced` counts how often a person sent a create in doubt again.
 */
const table = `
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
) STRICT;`

/** `rows_open_of_advert`: the open rows of an advert, in the order of the file; the first of them holds the others back. */
const indexes = `
CREATE INDEX rows_by_state ON rows (batch, state, line);
CREATE INDEX rows_by_advert ON rows (auto_id, id) WHERE auto_id IS NOT NULL;
CREATE INDEX rows_by_fingerprint ON rows (fingerprint);
CREATE INDEX rows_in_doubt ON rows (state) WHERE state IN ('sending', 'in-doubt');
CREATE INDEX rows_open_of_advert ON rows (batch, auto_id, line)
WHERE state IN ('planned', 'sending', 'in-doubt', 'conflict') AND auto_id IS NOT NULL;
CREATE INDEX rows_by_likeness ON rows (batch, error_code, line) WHERE error_code = 'by-likeness';
CREATE INDEX rows_of_creates ON rows (id, operation) WHERE operation = 'create';`

const states = `
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
BEGIN SELECT RAISE(ABORT, 'a preview is not sent'); END;`

const kept = `
CREATE TRIGGER rows_frozen BEFORE UPDATE OF batch, line, operation, payload, before, cells, fingerprint ON rows
BEGIN SELECT RAISE(ABORT, 'a planned row is frozen'); END;
CREATE TRIGGER rows_forced_counts_up BEFORE UPDATE OF forced ON rows WHEN NEW.forced < OLD.forced
BEGIN SELECT RAISE(ABORT, 'what a person did is kept'); END;
CREATE TRIGGER rows_attempted BEFORE DELETE ON rows WHEN OLD.attempts > 0
BEGIN SELECT RAISE(ABORT, 'a row that was sent stays'); END;`

/** No two creates of an account have one id, wherever it came from: the later answer is in doubt before it gets here. */
const adverts = `
CREATE TRIGGER rows_keep_their_advert BEFORE UPDATE OF auto_id ON rows
WHEN OLD.auto_id IS NOT NULL AND NEW.auto_id IS NOT OLD.auto_id
BEGIN SELECT RAISE(ABORT, 'a row keeps its advert'); END;
CREATE TRIGGER rows_bound_once BEFORE UPDATE OF auto_id ON rows
WHEN NEW.operation = 'create' AND OLD.auto_id IS NULL AND NEW.auto_id IS NOT NULL AND EXISTS (
  SELECT 1 FROM rows AS other JOIN batches ON batches.seq = other.batch
  WHERE other.auto_id = NEW.auto_id AND other.operation = 'create' AND other.id <> NEW.id
    AND account_id = (SELECT account_id FROM batches AS own WHERE own.seq = NEW.batch))
BEGIN SELECT RAISE(ABORT, 'an advert belongs to one create'); END;`

const counts = `
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

export const rowsSchema = table + indexes + states + kept + adverts + counts
