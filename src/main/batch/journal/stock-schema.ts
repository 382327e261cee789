import { stockRefusals } from './stock-refusals.ts'
import { stockResults } from './stock-results.ts'
import { stockRevision } from './stock-revision.ts'

/**
 * Files that are a dealer's whole stock. `choice` is what a person chose for the source, as JSON of the import's. `looked`:
 * a person saw a plan of it; the last recovery (`recovered_at`) takes that back, because creates before it may be unknown.
 */
const sources = `
CREATE TABLE stock_sources (
  id INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  key_column TEXT NOT NULL,
  choice TEXT NOT NULL CHECK (json_valid(choice)),
  looked INTEGER NOT NULL DEFAULT 0 CHECK (looked IN (0, 1)),
  recovered_at TEXT,
  UNIQUE (account_id, name)
) STRICT;`

/**
 * Files of the sources in the order in which they came. `taken_at` is when a file was taken or refused. It is NULL
 * while its batch is being planned, when rows of older files are already claimed no more. `batch` is NULL if there was
 * nothing to do.
 */
const files = `
CREATE TABLE stock_files (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  source INTEGER NOT NULL REFERENCES stock_sources (id),
  sha256 TEXT NOT NULL,
  as_of TEXT NOT NULL,
  taken_at TEXT,
  rows INTEGER NOT NULL CHECK (rows >= 0),
  batch INTEGER REFERENCES batches (seq),
  refused TEXT,
  CHECK (taken_at IS NOT NULL OR batch IS NOT NULL),
  CHECK (refused IS NULL OR batch IS NULL AND taken_at IS NOT NULL)
) STRICT;
CREATE INDEX stock_files_of_source ON stock_files (source, seq, refused);
CREATE INDEX stock_files_by_content ON stock_files (source, sha256);
CREATE INDEX stock_files_of_batch ON stock_files (batch) WHERE batch IS NOT NULL;
CREATE TRIGGER stock_files_stay BEFORE DELETE ON stock_files WHEN OLD.taken_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a stock file that came is kept'); END;
CREATE TRIGGER stock_files_frozen BEFORE UPDATE ON stock_files WHEN OLD.taken_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a stock file that came is kept as it was'); END;`

/** Keys of each source's last taken file, with an advert or without: a car of one of them is missing nowhere. */
const sourceKeys = `
CREATE TABLE source_keys (
  source INTEGER NOT NULL REFERENCES stock_sources (id),
  key TEXT NOT NULL CHECK (key <> ''),
  PRIMARY KEY (source, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX source_keys_by_key ON source_keys (key);`

/** The keys of rows, in a table of their own: a row has none unless it came from a stock file. */
const keyedRows = `
CREATE TABLE keyed_rows (
  row INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL,
  key TEXT NOT NULL CHECK (key <> ''),
  fold TEXT NOT NULL,
  source INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  missing INTEGER NOT NULL CHECK (missing IN (0, 1))
) STRICT;
CREATE INDEX keyed_rows_by_key ON keyed_rows (account_id, key);
CREATE TRIGGER keyed_rows_frozen BEFORE UPDATE ON keyed_rows
BEGIN SELECT RAISE(ABORT, 'the key of a row is frozen'); END;
CREATE TRIGGER keyed_rows_stay BEFORE DELETE ON keyed_rows
WHEN NOT EXISTS (SELECT 1 FROM rows JOIN batches ON batches.seq = rows.batch
  WHERE rows.id = OLD.row AND batches.state = 'planning')
BEGIN SELECT RAISE(ABORT, 'the key of a row is kept'); END;`

/**
 * Advert of a key. The four ids are 0 if they are not known. `source` is the one that last had the key, `lacked_seq`
 * its first file in a row that lacked it. `out`: who took the advert out of stock; `out_sent` is the number of that
 * sending, because an older one may be settled later. `row` is the create.
 */
const links = `
CREATE TABLE links (
  account_id TEXT NOT NULL,
  key TEXT NOT NULL CHECK (key <> ''),
  fold TEXT NOT NULL,
  auto_id INTEGER NOT NULL CHECK (auto_id > 0),
  state TEXT NOT NULL CHECK (state IN ('live', 'ended')),
  ended_by TEXT CHECK (ended_by IN ('file', 'person')),
  marka INTEGER NOT NULL DEFAULT 0,
  model INTEGER NOT NULL DEFAULT 0,
  base INTEGER NOT NULL DEFAULT 0,
  equip INTEGER NOT NULL DEFAULT 0,
  source INTEGER,
  origin TEXT NOT NULL CHECK (origin IN ('created', 'column', 'matched', 'likeness', 'hand')),
  row INTEGER,
  out TEXT CHECK (out IN ('file', 'person')),
  out_sent INTEGER NOT NULL DEFAULT 0,
  lacked_seq INTEGER REFERENCES stock_files (seq),
  at TEXT NOT NULL,
  PRIMARY KEY (account_id, key),
  CHECK ((state = 'ended') = (ended_by IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX links_of_adverts ON links (account_id, auto_id) WHERE state = 'live';
CREATE TRIGGER links_stay BEFORE DELETE ON links
BEGIN SELECT RAISE(ABORT, 'a link is ended and kept'); END;
CREATE TABLE link_steps (
  id INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL,
  key TEXT NOT NULL,
  step TEXT NOT NULL,
  auto_id INTEGER,
  row INTEGER,
  detail TEXT,
  at TEXT NOT NULL
) STRICT;
CREATE INDEX link_steps_of_key ON link_steps (account_id, key, id);
CREATE TRIGGER link_steps_stay BEFORE DELETE ON link_steps
BEGIN SELECT RAISE(ABORT, 'steps of a link are kept'); END;
CREATE TRIGGER link_steps_frozen BEFORE UPDATE ON link_steps
BEGIN SELECT RAISE(ABORT, 'steps of a link are kept as they were'); END;`

/**
 * `given` is what the file gave last and the service took; `shown` is what the advert showed after that, NULL until it
 * was read. Only both together distinguish a rounded value from one that a person changed. They are of one advert.
 */
const fields = `
CREATE TABLE link_fields (
  account_id TEXT NOT NULL,
  key TEXT NOT NULL,
  field TEXT NOT NULL,
  given ANY,
  shown ANY,
  pinned INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1)),
  PRIMARY KEY (account_id, key, field)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER link_fields_of_one_advert AFTER UPDATE OF auto_id ON links WHEN NEW.auto_id <> OLD.auto_id BEGIN
  DELETE FROM link_fields WHERE account_id = NEW.account_id AND key = NEW.key;
END;`

/** Answers of a person: two that are different cars, an advert that is in no file, a key that gets a new advert. */
const answers = `
CREATE TABLE apart (
  account_id TEXT NOT NULL,
  key TEXT NOT NULL,
  other TEXT NOT NULL,
  PRIMARY KEY (account_id, key, other)
) STRICT, WITHOUT ROWID;
CREATE TABLE outside (
  account_id TEXT NOT NULL,
  auto_id INTEGER NOT NULL CHECK (auto_id > 0),
  PRIMARY KEY (account_id, auto_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE renewed (
  account_id TEXT NOT NULL,
  key TEXT NOT NULL,
  PRIMARY KEY (account_id, key)
) STRICT, WITHOUT ROWID;`

/** The tables of stock files, with what must never happen to them, and what each result of a row does to its link. */
export const stockSchema =
  sources +
  files +
  sourceKeys +
  keyedRows +
  links +
  fields +
  answers +
  stockRefusals +
  stockResults +
  stockRevision
