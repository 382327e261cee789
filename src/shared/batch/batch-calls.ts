import { z } from 'zod'
import { call } from '../bridge/call.ts'
import { attemptSchema, batchRowSchema, batchSchema, rowStates } from './row.ts'
import { undoSummarySchema } from './undo.ts'

const batchId = z.object({ batchId: z.string() })
const window = { offset: z.int().min(0), limit: z.int().min(1).max(500) }
const nothing = z.null()

export const batchCalls = {
  /** Freezes the rows of a checked draft as a batch; `confirmed`: the dealer gave the check's confirmations. */
  'batch:plan': call(z.object({ draftId: z.string(), confirmed: z.boolean() }), batchSchema),

  'batch:list': call(z.null(), z.array(batchSchema)),
  'batch:get': call(batchId, batchSchema),
  'batch:rows': call(
    batchId.extend({ state: z.enum(rowStates).nullable(), ...window }),
    z.object({ total: z.int(), rows: z.array(batchRowSchema) }),
  ),
  'batch:attempts': call(batchId.extend({ line: z.int() }), z.array(attemptSchema)),
  /** Sends what is planned: starts a batch, or continues it after a pause. */
  'batch:send': call(batchId, batchSchema),
  'batch:pause': call(batchId, batchSchema),
  /** Rows that are not sent yet become skipped. */
  'batch:cancel': call(batchId, batchSchema),
  /** Failed rows are planned again, as the person's own decision. */
  'batch:retry-failed': call(batchId, batchSchema),
  /** Looks for the rows in doubt at the service. */
  'batch:settle': call(batchId, batchSchema),
  /** A person's answer for one row in doubt. */
  'batch:answer': call(
    batchId.extend({
      line: z.int(),
      answer: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('send-again') }),
        z.object({ kind: z.literal('bind'), autoId: z.int().positive() }),
        z.object({ kind: z.literal('overwrite') }),
        z.object({ kind: z.literal('keep') }),
      ]),
    }),
    batchSchema,
  ),
  /** The report as a file for the person to save. */
  'batch:report': call(
    batchId.extend({ failedOnly: z.boolean() }),
    z.object({ fileName: z.string(), text: z.instanceof(Uint8Array) }),
  ),
  /** Plans the batch that undoes another one, for review: answers the preview. Nothing is sent. */
  'undo:preview': call(batchId, batchSchema),
  'undo:summary': call(batchId, undoSummarySchema),
  /** Includes rows of a preview or leaves them out. */
  'undo:choose': call(
    batchId.extend({ lines: z.array(z.int()).max(500), chosen: z.boolean() }),
    undoSummarySchema,
  ),
  /** The dealer has reviewed the preview: sends what is chosen. */
  'undo:send': call(batchId, batchSchema),
  /** Drops a preview. */
  'undo:discard': call(batchId, nothing),
}

export const batchEvents = {
  'batch:progress': z.object({
    batch: batchSchema,
    /** Recent rows a second; 0 while it waits. */
    rate: z.number(),
    /** Seconds left at that rate; null if it can't be told. */
    secondsLeft: z.number().nullable(),
  }),
}
