PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
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
  sends_unshown INTEGER NOT NULL DEFAULT 0 CHECK (sends_unshown IN (0, 1)), contents TEXT CHECK (contents IS NULL OR json_valid(contents)), team_reason TEXT CHECK (team_reason IN ('team', 'team-offline')), turn_of TEXT CHECK (turn_of IS NULL OR team_reason = 'team-offline'), requests INTEGER DEFAULT 0 CHECK (requests >= 0),
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
CREATE TABLE stock_sources (
  id INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  key_column TEXT NOT NULL,
  choice TEXT NOT NULL CHECK (json_valid(choice)),
  looked INTEGER NOT NULL DEFAULT 0 CHECK (looked IN (0, 1)),
  recovered_at TEXT,
  UNIQUE (account_id, name),
  CHECK (recovered_at IS NULL OR looked = 0)
) STRICT;
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
CREATE TABLE keyed_rows (
  row INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL,
  key TEXT NOT NULL CHECK (key <> ''),
  fold TEXT NOT NULL,
  source INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  missing INTEGER NOT NULL CHECK (missing IN (0, 1))
) STRICT;
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
CREATE TABLE link_fields (
  account_id TEXT NOT NULL,
  key TEXT NOT NULL,
  field TEXT NOT NULL,
  given ANY,
  shown ANY,
  pinned INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1)),
  PRIMARY KEY (account_id, key, field)
) STRICT, WITHOUT ROWID;
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
) STRICT, WITHOUT ROWID;
CREATE TABLE stock_revision (
  account_id TEXT PRIMARY KEY,
  n INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE team_desk (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  asked INTEGER NOT NULL CHECK (asked >= 0)
) STRICT;
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
CREATE TABLE order_status_writes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL,
  order_id INTEGER NOT NULL,
  before INTEGER,
  after INTEGER NOT NULL CHECK (before IS NULL OR before <> after),
  state TEXT NOT NULL CHECK (state IN ('sending', 'in-doubt', 'done', 'failed', 'unsent')),
  sent_at TEXT NOT NULL,
  ended_at TEXT CHECK ((state = 'sending') = (ended_at IS NULL)),
  source TEXT CHECK (source IN ('response', 'read')),
  error_code TEXT,
  http_status INTEGER
) STRICT;
