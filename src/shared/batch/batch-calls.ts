import { z } from 'zod'
import {
  advertId,
  cellText,
  chunkBytes,
  idText,
  lineNumber,
  lineNumbers,
  mostColumns,
} from '../bridge/bounds.ts'
import { call } from '../bridge/call.ts'
import { operations } from './advert-write.ts'
import {
  checkSchema,
  columnMappingSchema,
  draftFilters,
  draftRowSchema,
  fileShapeChoiceSchema,
  inspectionSchema,
} from '../import/draft.ts'
import { attemptSchema, batchRowSchema, batchSchema, problemCodes, rowStates } from './row.ts'
import { undoSummarySchema } from './undo.ts'

const draftId = z.object({ draftId: idText })
const batchId = z.object({ batchId: idText })
const window = { offset: z.int().min(0).max(2_147_483_647), limit: z.int().min(1).max(500) }
const nothing = z.null()

export const batchCalls = {
  /** Begins a draft for a file whose bytes follow in pieces by `draft:append`. */
  'draft:begin': call(z.object({ fileName: z.string().max(255) }), draftId),
  'draft:append': call(draftId.extend({ bytes: chunkBytes }), nothing),
  /** Looks at the file's first records; asked again when the dealer changes the shape. */
  'draft:inspect': call(draftId.extend({ shape: fileShapeChoiceSchema }), inspectionSchema),
  /** Parses, checks and stages every row in the worker. Progress comes as `draft:progress`. */
  'draft:check': call(
    draftId.extend({
      shape: fileShapeChoiceSchema,
      mapping: columnMappingSchema,
      operation: z.enum(operations).nullable(),
    }),
    checkSchema,
  ),
  'draft:rows': call(
    draftId.extend({
      filter: z.enum(draftFilters),
      problem: z.object({ code: z.enum(problemCodes), column: cellText }).optional(),
      ...window,
    }),
    z.object({ total: z.int(), rows: z.array(draftRowSchema) }),
  ),
  /** Mends one cell in place (the file itself stays as it is), checks its row again and counts anew. */
  'draft:mend': call(
    draftId.extend({
      line: lineNumber,
      column: z
        .int()
        .min(0)
        .max(mostColumns - 1),
      value: cellText,
    }),
    z.object({ row: draftRowSchema, check: checkSchema }),
  ),
  /** Leaves rows out of the batch, or takes them in again, and counts anew. */
  'draft:leave-out': call(draftId.extend({ lines: lineNumbers, leftOut: z.boolean() }), checkSchema),
  'draft:drop': call(draftId, nothing),
  /** Freezes the checked rows as a batch; `brakes` says that the dealer answered the second question with yes. */
  'batch:plan': call(draftId.extend({ brakesReleased: z.boolean() }), batchSchema),

  'batch:list': call(z.null(), z.array(batchSchema)),
  'batch:get': call(batchId, batchSchema),
  'batch:rows': call(
    batchId.extend({ state: z.enum(rowStates).nullable(), ...window }),
    z.object({ total: z.int(), rows: z.array(batchRowSchema) }),
  ),
  'batch:attempts': call(batchId.extend({ line: lineNumber }), z.array(attemptSchema)),
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
      line: lineNumber,
      answer: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('send-again') }),
        z.object({ kind: z.literal('bind'), autoId: advertId.positive() }),
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
  'undo:choose': call(batchId.extend({ lines: lineNumbers, chosen: z.boolean() }), undoSummarySchema),
  /** The dealer has seen the preview: sends what is chosen. */
  'undo:send': call(batchId, batchSchema),
  /** Drops a preview. */
  'undo:discard': call(batchId, nothing),

  'batch:template': call(
    z.object({ operation: z.enum(operations) }),
    z.object({ fileName: z.string(), text: z.instanceof(Uint8Array) }),
  ),
}

export const batchEvents = {
  'draft:progress': z.object({
    draftId: z.string(),
    bytes: z.number(),
    totalBytes: z.number(),
    rows: z.int(),
  }),
  'batch:progress': z.object({
    batch: batchSchema,
    /** Rows a second over the last while; 0 while it waits. */
    rate: z.number(),
    /** Seconds left at that rate; null where nobody can say. */
    secondsLeft: z.number().nullable(),
  }),
}
