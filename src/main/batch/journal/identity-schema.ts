/**
 * Facts that the mark outside of the journal is compared with: the journal's own id and its claims so far. `fence` is the number
 * of the engine that may claim.
 */
export const identitySchema = `
CREATE TABLE identity (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  id TEXT NOT NULL,
  claims INTEGER NOT NULL CHECK (claims >= 0),
  fence INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TRIGGER identity_counts_up BEFORE UPDATE ON identity
WHEN NEW.claims < OLD.claims OR NEW.fence < OLD.fence OR NEW.id <> OLD.id
BEGIN SELECT RAISE(ABORT, 'a journal never goes back'); END;
CREATE TRIGGER identity_stays BEFORE DELETE ON identity
BEGIN SELECT RAISE(ABORT, 'a journal keeps its id'); END;`

/** Identity of a new journal. */
export const newIdentity = `INSERT INTO identity (one, id, claims) VALUES (1, lower(hex(randomblob(8))), 0);`
