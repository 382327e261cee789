import type { Handlers } from '#shared/bridge/call.ts'
import type { batchCalls } from '#shared/batch/batch-calls.ts'
import type { Batch } from '#shared/batch/row.ts'
import type { ConfirmationCode } from '#shared/import/draft.ts'
import { wholeFile } from '../files/file-bytes.ts'
import type { Batches } from './open-batches.ts'

export interface BatchCallsPorts {
  readonly batches: Batches
  /** Freezes a checked draft as a batch. */
  readonly plan: (draftId: string, confirmed: readonly ConfirmationCode[]) => Promise<Batch>
}

export const batchHandlers = ({
  batches: { reader, control, settling, answers, undo, journalCare },
  plan,
}: BatchCallsPorts): Handlers<typeof batchCalls, AbortSignal> => ({
  'batch:plan': ({ draftId, confirmed }) => plan(draftId, confirmed),
  'batch:list': () => reader.list(),
  'batch:get': ({ batchId }) => reader.get(batchId),
  'batch:rows': ({ batchId, state, offset, limit }) => reader.rows(batchId, state, offset, limit),
  'batch:attempts': ({ batchId, line }) => reader.attempts(batchId, line),
  'batch:report': ({ batchId, failedOnly }) => wholeFile(reader.report(batchId, failedOnly)),
  'batch:send': ({ batchId }) => control.send(batchId),
  'batch:pause': ({ batchId }) => control.pause(batchId),
  'batch:cancel': ({ batchId }) => control.cancel(batchId),
  'batch:retry-failed': ({ batchId }) => control.retryFailed(batchId),
  'batch:settle': ({ batchId }, signal) => settling.settle(batchId, signal),
  'batch:answer': ({ batchId, line, answer }) => answers.answer(batchId, line, answer),
  'undo:preview': async ({ batchId }) => reader.get(await undo.preview(batchId)),
  'undo:summary': ({ batchId }) => undo.summary(batchId),
  'undo:choose': ({ batchId, lines, chosen }) => undo.choose(batchId, lines, chosen),
  'undo:send': ({ batchId }) => undo.send(batchId),
  'journal:status': () => journalCare.status(),
  'journal:choose': ({ choice }) => journalCare.choose(choice),
  'undo:discard': ({ batchId }) => {
    undo.discard(batchId)
    return null
  },
})
