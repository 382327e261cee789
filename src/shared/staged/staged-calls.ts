import { z } from 'zod'
import { advertId, cellText, idText, manyIds } from '../bridge/bounds.ts'
import { call } from '../bridge/call.ts'
import { batchSchema, problemSchema } from '../batch/row.ts'
import { checkSchema, confirmationCodes } from '../import/draft.ts'
import { bulkChangeSchema } from './bulk-change.ts'
import {
  cellRefSchema,
  seenCellSchema,
  stagedFields,
  stagedRowSchema,
  stagedStates,
  stagedSummarySchema,
} from './staged-edit.ts'

/** Cells that one call may name: more than anybody pastes. */
const mostCells = 20_000
const cells = z.array(cellRefSchema).max(mostCells)

/** A text that a person typed or pasted into a cell. */
const typedSchema = z.object({
  advert: advertId,
  field: z.enum(stagedFields),
  text: cellText,
  /** The currency of a price; null takes the advert's own. */
  currency: z.union([z.literal(1), z.literal(2), z.literal(3)]).nullable(),
})
export type TypedCell = z.infer<typeof typedSchema>

const refusedSchema = cellRefSchema.extend({ problem: problemSchema })
export type RefusedCell = z.infer<typeof refusedSchema>

/** Effects of a change of many adverts, planned or made. */
export const bulkResultSchema = z.object({
  /** Cells that get another value. */
  changed: z.int(),
  /** Adverts that have the value already. */
  unchanged: z.int(),
  /** Adverts that are sold or archived, and left out. */
  offSale: z.int(),
  /** Adverts that can't be changed so: no price is known, or the new value breaks a rule. */
  refused: z.int(),
  /** Number of times that the text that is to be replaced was found; 0 for another change. */
  found: z.int(),
  /** Why the first of them was refused, in words; '' if none was. */
  problem: z.string(),
  /** The first cells that change, old → new. */
  sample: z.array(stagedRowSchema),
})
export type BulkResult = z.infer<typeof bulkResultSchema>

const bulkSchema = z.object({ ids: manyIds, change: bulkChangeSchema })

/** The staged edits, checked as the rows of a file are. */
export const reviewSchema = z.object({
  summary: stagedSummarySchema,
  conflicts: z.int(),
  same: z.int(),
  /** Edits of adverts that the service no longer has. */
  gone: z.int(),
  /** Null if there is nothing to send. */
  check: checkSchema.nullable(),
})
export type Review = z.infer<typeof reviewSchema>

export const stagedCalls = {
  'staged:summary': call(z.null(), stagedSummarySchema),
  /** Number of adverts of an account with edits that no batch holds. The account needn't be the active one. */
  'staged:unsent-of': call(z.object({ accountId: idText }), z.int()),
  /** Reads the texts by the rules of an import and stages them as one step; what breaks a rule is not staged. */
  'staged:stage': call(
    z.object({ cells: z.array(typedSchema).max(mostCells) }),
    z.object({ staged: z.int(), refused: z.array(refusedSchema) }),
  ),
  /** Drops edits as one step, which can be undone. */
  'staged:unstage': call(z.object({ cells }), stagedSummarySchema),
  'staged:unstage-all': call(z.null(), stagedSummarySchema),
  /** Takes back the last step; does nothing if there is none. */
  'staged:undo': call(z.null(), stagedSummarySchema),
  'staged:redo': call(z.null(), stagedSummarySchema),
  /** The edits of one advert, in the order of the fields. */
  'staged:of': call(z.object({ advert: advertId }), z.array(stagedRowSchema)),
  'staged:list': call(
    z.object({
      state: z.enum(stagedStates).nullable(),
      offset: z.int().min(0).max(2_147_483_647),
      limit: z.int().min(1).max(500),
    }),
    z.object({ total: z.int(), rows: z.array(stagedRowSchema) }),
  ),
  /** Effects of a change of many adverts. */
  'staged:bulk-preview': call(bulkSchema, bulkResultSchema),
  'staged:bulk': call(bulkSchema, bulkResultSchema),
  /**
   * The person saw these values, and wants the edits nevertheless. `changed`: cells that have another value meanwhile, and stay in
   * conflict.
   */
  'staged:keep': call(
    z.object({ cells: z.array(seenCellSchema).max(mostCells) }),
    z.object({ summary: stagedSummarySchema, changed: z.int() }),
  ),
  /** Checks all that may be sent. Nothing is sent. */
  'staged:review': call(z.null(), reviewSchema),
  /**
   * Makes a batch of what was reviewed and sends it. Refused with `confirmation-required` if anything of it is other than it was then, or
   * a confirmation is missing.
   */
  'staged:send': call(
    z.object({
      revision: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
      confirmed: z.array(z.enum(confirmationCodes)).max(confirmationCodes.length),
    }),
    batchSchema,
  ),
}

export const stagedEvents = {
  /** Edits were made, dropped, sent or taken back. `adverts`: those that are concerned; null if they may be many. */
  'staged:changed': z.object({
    summary: stagedSummarySchema,
    adverts: z.array(z.number()).nullable(),
  }),
}
