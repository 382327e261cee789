import { attemptsSchema } from './attempts-table.ts'
import { batchesSchema } from './batches-schema.ts'
import { holdsSchema } from './holds-table.ts'
import { identitySchema, newIdentity } from './identity-schema.ts'
import { looksSchema } from './looks-table.ts'
import { lostRowsSchema } from './lost-rows-table.ts'
import { orderStatusSchema } from './order-status-table.ts'
import { rowsSchema } from './rows-schema.ts'
import { stockSchema } from './stock-schema.ts'
import { teamSchema } from './team-schema.ts'
import { uncachedSchema } from './uncached-table.ts'

/**
 * The journal's tables, each beside the code that reads and writes it. The database itself refuses what must never happen:
 * a create without an id that is done, a done row that changes, a finished attempt that is rewritten, a create in doubt
 * that is sent again without a person, a second create of one stock number.
 */
export const journalSchema = [
  batchesSchema,
  rowsSchema,
  attemptsSchema,
  lostRowsSchema,
  uncachedSchema,
  looksSchema,
  holdsSchema,
  identitySchema,
  stockSchema,
  teamSchema,
  orderStatusSchema,
  newIdentity,
].join('')
