import { z } from 'zod'
import { call } from '../bridge/call.ts'
import { attemptSchema, batchRowSchema, batchSchema, rowStates } from './row.ts'
import { undoSummarySchema } from './undo.ts'

const batchId = z.object({ batchId: z.string() })
const window = { offset: z.int().min(0), limit: z.int().min(1).max(500) }
const nothing = z.null()

export const batchCalls = {
  /** Freezes the rows of a checked draft as a batch; `confirmed`: the dealer confirmed what the check asks to confirm. */
  'batch:plan': call(z.object({ draftId: z.string(), confirmed: z.boolean() }), batchSchema),

  'batch:list': call(z.null(), z.array(batchSchema)),
  'batch:get': call(batchId, batchSchema),
  'batch:rows': call(
    batchId.extend({ state: z.enum(rowStates).nullable(), ...window }),
    z.object({ total: z.int(), rows: z.array(batchRowSchema) }),
  ),
  'batch:attempts': call(batchId.extend({ line: z.int() }), z.array(attemptSchema)),
  /** Sends what is planned: the start of a batch, and its going on after a pause. */
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
  /** Saves the report where the person chooses; null when they closed the dialog. */
  'batch:report': call(
    batchId.extend({ failedOnly: z.boolean() }),
    z.object({ fileName: z.string(), text: z.instanceof(Uint8Array) }),
  ),
  /** Plans the batch that takes another one back, to be looked at: answers the preview. Nothing is sent. */
  'undo:preview': call(batchId, batchSchema),
  'undo:summary': call(batchId, undoSummarySchema),
  /** Takes rows of a preview in or leaves them alone. */
  'undo:choose': call(
    batchId.extend({ lines: z.array(z.int()).max(500), chosen: z.boolean() }),
    undoSummarySchema,
  ),
  /** The dealer has seen the preview: sends what is chosen. */
  'undo:send': call(batchId, batchSchema),
  /** Drops a preview. */
  'undo:discard': call(batchId, nothing),
}

export const batchEvents = {
  'batch:progress': z.object({
    batch: batchSchema,
    /** Rows a second over the last while; 0 while it waits. */
    rate: z.number(),
    /** Seconds left at that rate; null where nobody can say. */
    secondsLeft: z.number().nullable(),
  }),
}
