import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { StrictQuery } from '../../storage/row-query.ts'
import { attemptsSchema } from './attempts-table.ts'
import { batchesSchema } from './batches-schema.ts'
import { holdsSchema, unknownSendsTables } from './holds-table.ts'
import { looksSchema } from './looks-table.ts'
import { orderStatusSchema } from './order-status-table.ts'
import { rowsSchema } from './rows-schema.ts'
import { stockSchema } from './stock-schema.ts'
import { teamSchema } from './team-schema.ts'
import { uncachedSchema } from './uncached-table.ts'
import { writesView } from './writes-view.ts'

/**
 * Facts that the mark outside of the journal is compared with: the journal's own id and its claims so far. `fence` is the number
 * of the engine that may claim.
 */
const identitySchema = `
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
const newIdentity = `INSERT INTO identity (one, id, claims) VALUES (1, lower(hex(randomblob(8))), 0);`

/**
 * The journal's tables, each next to the code that reads and writes it. The database itself refuses what must never
 * happen: a create without an id that is done, a done row that changes, a finished attempt that is rewritten. It also
 * refuses a create in doubt that is sent again without a person, and a second create of one stock number.
 */
export const journalSchema = [
  batchesSchema,
  rowsSchema,
  attemptsSchema,
  uncachedSchema,
  looksSchema,
  holdsSchema,
  identitySchema,
  unknownSendsTables,
  stockSchema,
  teamSchema,
  writesView,
  orderStatusSchema,
  newIdentity,
].join('')

const ruleSchema = z.object({ sql: z.string() })
const ruleCount = journalSchema.match(/CREATE (TABLE|INDEX|UNIQUE INDEX|TRIGGER|VIEW) /g)?.length

/**
 * True if the tables, indexes, triggers and the view are as they were made. SQLite keeps them as text: a flipped bit in
 * a rule would let through what it refuses, without a trace.
 */
export function hasItsRules(db: DatabaseSync): boolean {
  try {
    const rules = new StrictQuery(
      ruleSchema,
      `SELECT sql FROM sqlite_schema WHERE type IN ('table', 'index', 'trigger', 'view') AND sql IS NOT NULL
           AND name NOT LIKE 'sqlite!_%' ESCAPE '!'`,
    ).all(db)
    return rules.length === ruleCount && rules.every(({ sql }) => journalSchema.includes(sql))
  } catch {
    return false
  }
}
