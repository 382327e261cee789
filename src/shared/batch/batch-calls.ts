import { z } from 'zod'
import { tableFormats } from '../files/table-format.ts'
import { advertId, idText, lineNumber, lineNumbers } from '../bridge/bounds.ts'
import { call } from '../bridge/call.ts'
import { confirmationCodes } from '../import/draft.ts'
import { fieldNames } from './field-lists.ts'
import { journalChoices, journalStatusSchema } from './journal-state.ts'
import {
  advertBatchRowSchema,
  attemptSchema,
  batchRowSchema,
  batchSchema,
  bulkAnswers,
  rowAnswerSchema,
  rowStates,
} from './row.ts'
import { undoSummarySchema } from './undo.ts'

const batchId = z.object({ batchId: idText })
const window = { offset: z.int().min(0).max(2_147_483_647), limit: z.int().min(1).max(500) }
const nothing = z.null()

export const batchCalls = {
  /** Freezes the rows of a checked draft as a batch; `confirmed`: which of the check's confirmations the dealer gave. */
  'batch:plan': call(
    z.object({
      draftId: idText,
      confirmed: z.array(z.enum(confirmationCodes)).max(confirmationCodes.length),
    }),
    batchSchema,
  ),

  /**
   * The newest batches of all accounts, and every one that wants something however old it is. With `before`, which an answer named as
   * `older`: the next older ones. `older` is null if there are none; `totals`: how many batches there are by account. `ofTeam`: those of the last
   * month that other desks of the team sent, to be looked at only.
   */
  'batch:list': call(
    z.object({ before: z.int().positive().max(Number.MAX_SAFE_INTEGER).nullable() }),
    z.object({
      batches: z.array(batchSchema),
      ofTeam: z.array(batchSchema),
      older: z.int().positive().nullable(),
      totals: z.array(z.object({ accountId: z.string(), count: z.int() })),
    }),
  ),
  'batch:get': call(batchId, batchSchema),
  /** The rows of the account's batches that name this advert, the newest batch first, 50 at most. */
  'batch:of-advert': call(
    z.object({ accountId: idText, advertId: advertId.positive() }),
    z.array(advertBatchRowSchema),
  ),
  'batch:rows': call(
    batchId.extend({ state: z.enum(rowStates).nullable(), ...window }),
    z.object({ total: z.int(), rows: z.array(batchRowSchema) }),
  ),
  'batch:attempts': call(batchId.extend({ line: lineNumber }), z.array(attemptSchema)),
  /**
   * Starts a batch, or continues it after a pause. `unshown`: a person agrees that adverts which the service doesn't show
   * are compared with what was written last. `leftTeam`: a person lets it go on outside of the team that it was planned in.
   */
  'batch:send': call(
    batchId.extend({ unshown: z.boolean().optional(), leftTeam: z.boolean().optional() }),
    batchSchema,
  ),
  'batch:pause': call(batchId, batchSchema),
  /** Rows that are not sent yet become skipped. */
  'batch:cancel': call(batchId, batchSchema),
  /** Failed rows are planned again, as the person's own decision. */
  'batch:retry-failed': call(batchId, batchSchema),
  /** Searches the service for the rows in doubt. */
  'batch:settle': call(batchId, batchSchema),
  /** A person's answer for one row in doubt or in conflict. */
  'batch:answer': call(
    batchId.extend({
      line: lineNumber,
      answer: rowAnswerSchema,
    }),
    batchSchema,
  ),
  /** The same answer for every row in doubt or in conflict; `count` of them, as the person saw it. */
  'batch:answer-all': call(
    batchId.extend({ answer: z.enum(bulkAnswers), count: z.int().min(1).max(10_000_000) }),
    batchSchema,
  ),
  /** The batch's report, or its failed rows in the form of the imported file, or as Excel opens them on this computer. */
  'batch:report': call(
    batchId.extend({ failedOnly: z.boolean(), excel: z.enum(tableFormats).optional() }),
    z.object({ fileName: z.string(), text: z.instanceof(Uint8Array) }),
  ),
  /** Plans the batch that undoes another one; returns its preview. Nothing is sent. */
  'undo:preview': call(batchId, batchSchema),
  'undo:summary': call(batchId, undoSummarySchema),
  /** Includes rows of a preview or leaves them out. */
  'undo:choose': call(batchId.extend({ lines: lineNumbers, chosen: z.boolean() }), undoSummarySchema),
  /** Confirms a preview and sends the chosen rows. */
  'undo:send': call(batchId, batchSchema),
  /** A file that creates again, under other ids, what the batch of a preview deleted. */
  'undo:recreate-file': call(
    batchId,
    z.object({
      fileName: z.string(),
      text: z.instanceof(Uint8Array),
      adverts: z.int(),
      /** Adverts that lack something required, and the fields that are lacking. */
      incomplete: z.int(),
      missing: z.array(z.enum(fieldNames)),
    }),
  ),
  /** State of the journal. */
  'journal:status': call(nothing, journalStatusSchema),
  /** A person's choice about a damaged journal or a copied data folder. */
  'journal:choose': call(z.object({ choice: z.enum(journalChoices) }), journalStatusSchema),
  /** Discards a preview. */
  'undo:discard': call(batchId, nothing),
}

export const batchEvents = {
  /** A person took the notification about this batch. */
  'batch:open': batchId,
  /** The check of the journal after an unclean end is over. */
  'journal:checked': z.null(),
  /** Another journal took the damaged one's place: whatever shows something of it reads it again. */
  'journal:replaced': z.null(),
  /** Another desk of the team sent something. */
  'batch:elsewhere': z.null(),
  'batch:progress': z.object({
    batch: batchSchema,
    /** Rows a second over the last ten seconds; 0 while the batch waits. */
    rate: z.number(),
    /** Seconds left at that rate; null if unknown. */
    secondsLeft: z.number().nullable(),
  }),
}
