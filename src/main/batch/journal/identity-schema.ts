/**
 * What a mark outside of the journal is compared with: the journal's own id and its claims so far. `fence` is the number
 * of the engine that may claim; `marked` says that a mark was written. A new journal that takes a damaged one's place
 * takes its id, too, so that the mark goes on; one that has a mark keeps it.
 */
export const identitySchema = `
CREATE TABLE identity (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  id TEXT NOT NULL,
  claims INTEGER NOT NULL CHECK (claims >= 0),
  fence INTEGER NOT NULL DEFAULT 0,
  marked INTEGER NOT NULL DEFAULT 0 CHECK (marked IN (0, 1))
) STRICT;
CREATE TRIGGER identity_counts_up BEFORE UPDATE ON identity
WHEN NEW.claims < OLD.claims OR NEW.fence < OLD.fence OR NEW.marked < OLD.marked
  OR NEW.id <> OLD.id AND (OLD.marked = 1 OR OLD.claims > 0)
BEGIN SELECT RAISE(ABORT, 'a journal never goes back'); END;
CREATE TRIGGER identity_stays BEFORE DELETE ON identity
BEGIN SELECT RAISE(ABORT, 'a journal keeps its id'); END;`

/** Of a new journal. */
export const newIdentity = `INSERT INTO identity (one, id, claims) VALUES (1, lower(hex(randomblob(8))), 0);`
