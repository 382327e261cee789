import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { StrictQuery } from '../../storage/row-query.ts'
import { attemptsSchema } from './attempts-table.ts'
import { batchesSchema } from './batches-schema.ts'
import { holdsSchema, unknownSendsTables } from './holds-table.ts'
import { identitySchema, newIdentity } from './identity-schema.ts'
import { looksSchema } from './looks-table.ts'
import { orderStatusSchema } from './order-status-table.ts'
import { rowsSchema } from './rows-schema.ts'
import { stockSchema } from './stock-schema.ts'
import { teamSchema } from './team-schema.ts'
import { uncachedSchema } from './uncached-table.ts'
import { writesView } from './writes-view.ts'

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
      db,
      ruleSchema,
      `SELECT sql FROM sqlite_schema WHERE type IN ('table', 'index', 'trigger', 'view') AND sql IS NOT NULL
           AND name NOT LIKE 'sqlite!_%' ESCAPE '!'`,
    ).all()
    return rules.length === ruleCount && rules.every(({ sql }) => journalSchema.includes(sql))
  } catch {
    return false
  }
}
