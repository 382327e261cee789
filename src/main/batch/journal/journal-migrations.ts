import type { DatabaseSync } from 'node:sqlite'
import type { Migration } from '../../storage/database.ts'
import { allowPauses } from './allow-pauses.ts'
import { attempts, batches, counts, rowRules, rows } from './first-tables.ts'
import { createMarkIndexes } from './journalled-creates.ts'
import { archiveMigration } from './kept-rows.ts'
import { uncachedRows } from './uncached-table.ts'

/**
 * The journal's tables. The database itself refuses what must never happen: a create without an id that is done, a done
 * row that changes, a finished attempt that is rewritten, a create in doubt that is sent again without a person.
 */
export const journalMigrations: readonly Migration[] = [
  (db) => {
    db.exec(batches)
    db.exec(rows)
    db.exec(rowRules)
    db.exec(counts)
    db.exec(attempts)
  },
  (db) => {
    db.exec(previews)
  },
  (db) => {
    db.exec(laterRules)
  },
  (db) => {
    db.exec(looks)
  },
  pausesOfTheService,
  (db) => {
    db.exec(oneCreatePerAdvert)
    db.exec(serviceTimes)
    db.exec(openRows)
    allowPauses(db, 'doubts', ['answers'])
  },
  (db) => {
    db.exec(identity)
  },
  (db) => {
    db.exec(fileFacts)
  },
  (db) => {
    db.exec(holds)
  },
  (db) => {
    db.exec(beginningsOfWaits)
  },
  archiveMigration,
  (db) => {
    db.exec(openAttempts)
  },
  (db) => {
    db.exec(lostRows)
  },
  (db) => {
    allowPauses(db, 'answers', ['package', 'not-shown'])
    db.exec(unshownAdverts)
  },
  (db) => {
    db.exec(createMarkIndexes)
  },
  (db) => {
    db.exec(successors)
  },
  (db) => {
    db.exec(uncachedRows)
    db.exec(foundByLikeness)
  },
]

/**
 * A preview is an undo that is not confirmed yet: its batch can't begin, its rows can't be claimed, and they are the only
 * ones that may be planned again after they were skipped. Undos that an earlier version left unsent become previews.
 */
const previews = `
ALTER TABLE batches ADD COLUMN preview INTEGER NOT NULL DEFAULT 0
  CHECK (preview IN (0, 1) AND (preview = 0 OR state IN ('planning', 'ready')));
UPDATE batches SET preview = 1 WHERE undo_of IS NOT NULL AND state = 'ready'
  AND NOT EXISTS (SELECT 1 FROM rows WHERE batch = seq AND attempts > 0);
DROP TRIGGER rows_states;
CREATE TRIGGER rows_states BEFORE UPDATE OF state ON rows
WHEN NEW.state <> OLD.state AND NOT (
  OLD.state = 'planned' AND NEW.state IN ('sending', 'failed', 'conflict', 'skipped', 'unknown')
  OR OLD.state = 'sending' AND NEW.state IN ('done', 'failed', 'unknown', 'planned', 'skipped')
  OR OLD.state = 'unknown' AND NEW.state IN ('done', 'planned', 'conflict')
  OR OLD.state = 'conflict' AND NEW.state IN ('planned', 'skipped')
  OR OLD.state = 'failed' AND NEW.state = 'planned'
  OR OLD.state = 'skipped' AND NEW.state = 'planned' AND (SELECT preview FROM batches WHERE seq = NEW.batch))
BEGIN SELECT RAISE(ABORT, 'no such step between row states'); END;
CREATE TRIGGER rows_of_previews BEFORE UPDATE OF state ON rows
WHEN NEW.state = 'sending' AND (SELECT preview FROM batches WHERE seq = NEW.batch)
BEGIN SELECT RAISE(ABORT, 'a preview is not sent'); END;`

/** What the first rules did not refuse, though no code did it. Two creates have one id only if the service said so. */
const laterRules = `
CREATE TRIGGER rows_keep_their_advert BEFORE UPDATE OF auto_id ON rows
WHEN OLD.auto_id IS NOT NULL AND NEW.auto_id IS NOT OLD.auto_id
BEGIN SELECT RAISE(ABORT, 'a row keeps its advert'); END;
CREATE TRIGGER rows_bound_once BEFORE UPDATE OF auto_id ON rows
WHEN NEW.operation = 'create' AND OLD.auto_id IS NULL AND NEW.outcome_source <> 'response' AND EXISTS (
  SELECT 1 FROM rows AS other
  WHERE other.auto_id = NEW.auto_id AND other.operation = 'create' AND other.batch = NEW.batch AND other.id <> NEW.id)
BEGIN SELECT RAISE(ABORT, 'an advert belongs to one create'); END;
CREATE TRIGGER rows_creates_never_conflict BEFORE UPDATE OF state ON rows
WHEN NEW.operation = 'create' AND NEW.state = 'conflict'
BEGIN SELECT RAISE(ABORT, 'a create meets no advert to be in conflict with'); END;
CREATE TRIGGER rows_forced_counts_up BEFORE UPDATE OF forced ON rows WHEN NEW.forced < OLD.forced
BEGIN SELECT RAISE(ABORT, 'what a person did is kept'); END;`

/** Adverts as they were read in search of rows in doubt; they only save calls, so nothing else refers to them. */
const looks = `
CREATE TABLE looks (
  account_id TEXT NOT NULL,
  auto_id INTEGER NOT NULL,
  live TEXT NOT NULL CHECK (json_valid(live)),
  PRIMARY KEY (account_id, auto_id)
) STRICT, WITHOUT ROWID;`

/** No two creates of an account have one id, whoever said so: the later answer is in doubt before it gets here. */
const oneCreatePerAdvert = `
DROP TRIGGER rows_bound_once;
CREATE TRIGGER rows_bound_once BEFORE UPDATE OF auto_id ON rows
WHEN NEW.operation = 'create' AND OLD.auto_id IS NULL AND NEW.auto_id IS NOT NULL AND EXISTS (
  SELECT 1 FROM rows AS other JOIN batches ON batches.seq = other.batch
  WHERE other.auto_id = NEW.auto_id AND other.operation = 'create' AND other.id <> NEW.id
    AND account_id = (SELECT account_id FROM batches AS own WHERE own.seq = NEW.batch))
BEGIN SELECT RAISE(ABORT, 'an advert belongs to one create'); END;`

/** `service_at` is the beginning of an attempt by the service's clock, if that was known. */
const serviceTimes = `
ALTER TABLE attempts ADD COLUMN service_at TEXT;
CREATE TRIGGER attempts_keep_the_service_time BEFORE UPDATE OF service_at ON attempts
BEGIN SELECT RAISE(ABORT, 'the beginning of an attempt is kept as it was'); END;`

/** The open rows of an advert, in the order of the file: the first of them holds the others back. */
const openRows = `
CREATE INDEX rows_open_of_advert ON rows (batch, auto_id, line)
WHERE state IN ('planned', 'sending', 'unknown', 'conflict') AND auto_id IS NOT NULL;`

/** Errors inside the service, and several consecutive rows in doubt. */
function pausesOfTheService(db: DatabaseSync): void {
  allowPauses(db, 'offline', ['service', 'doubts'])
}

/**
 * What a mark outside of the journal is compared with: the journal's own id and its claims so far. `fence` is the number
 * of the engine that may claim; `marked` says that a mark was written.
 */
const identity = `
CREATE TABLE identity (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  id TEXT NOT NULL,
  claims INTEGER NOT NULL CHECK (claims >= 0),
  fence INTEGER NOT NULL DEFAULT 0,
  marked INTEGER NOT NULL DEFAULT 0 CHECK (marked IN (0, 1))
) STRICT;
INSERT INTO identity (one, id, claims)
  SELECT 1, lower(hex(randomblob(8))), count(*) FROM attempts WHERE kind = 'send';
CREATE TRIGGER identity_counts_up BEFORE UPDATE ON identity
WHEN NEW.claims < OLD.claims OR NEW.fence < OLD.fence OR NEW.marked < OLD.marked OR NEW.id <> OLD.id
BEGIN SELECT RAISE(ABORT, 'a journal never goes back'); END;
CREATE TRIGGER identity_stays BEFORE DELETE ON identity
BEGIN SELECT RAISE(ABORT, 'a journal keeps its id'); END;`

/** A new journal that takes a damaged one's place takes its id, too, so that the mark goes on; one that has a mark keeps it. */
const successors = `
DROP TRIGGER identity_counts_up;
CREATE TRIGGER identity_counts_up BEFORE UPDATE ON identity
WHEN NEW.claims < OLD.claims OR NEW.fence < OLD.fence OR NEW.marked < OLD.marked
  OR NEW.id <> OLD.id AND (OLD.marked = 1 OR OLD.claims > 0)
BEGIN SELECT RAISE(ABORT, 'a journal never goes back'); END;`

/** How the file of a batch was read, as JSON; unknown of the batches of earlier versions. */
const fileFacts = `ALTER TABLE batches ADD COLUMN file TEXT CHECK (file IS NULL OR json_valid(file));`

/** Times in ms since 1970. */
const holds = `
CREATE TABLE holds (
  account_id TEXT PRIMARY KEY,
  set_at INTEGER NOT NULL,
  until INTEGER NOT NULL
) STRICT;`

/** When a wait was written down, ISO 8601: a clock that is set back makes the wait no longer than it was. */
const beginningsOfWaits = `
ALTER TABLE batches ADD COLUMN waits_since TEXT;
UPDATE batches SET waits_since = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') WHERE wakes_at IS NOT NULL;`

/** Rows that are done because an advert like theirs was found. Four columns with the row's number: a salvage takes it for no other. */
const foundByLikeness = `
CREATE INDEX rows_by_likeness ON rows (batch, error_code, line) WHERE error_code = 'by-likeness';`

/** The attempts without an end, so that a start after a crash finds them without reading all that ever was sent. */
const openAttempts = `CREATE INDEX attempts_open ON attempts (id) WHERE ended_at IS NULL;`

/**
 * What a salvage could not read: the number of a batch's rows (NULL if even that is unknown), and of each row what the
 * indexes still said of it.
 */
const lostRows = `
ALTER TABLE batches ADD COLUMN unreadable INTEGER DEFAULT 0 CHECK (unreadable >= 0);
CREATE TABLE lost_rows (
  batch INTEGER NOT NULL REFERENCES batches (seq),
  line INTEGER NOT NULL,
  state TEXT NOT NULL,
  fingerprint TEXT,
  PRIMARY KEY (batch, line)
) STRICT, WITHOUT ROWID;
CREATE INDEX lost_rows_by_fingerprint ON lost_rows (fingerprint) WHERE fingerprint IS NOT NULL;`

/** Whether a person agreed that adverts which the service doesn't show are compared with what was written last. */
const unshownAdverts = `
ALTER TABLE batches ADD COLUMN sends_unshown INTEGER NOT NULL DEFAULT 0 CHECK (sends_unshown IN (0, 1));`
