import type { Handlers } from '#shared/bridge/call.ts'
import type { batchCalls } from '#shared/batch/batch-calls.ts'
import type { Batch } from '#shared/batch/row.ts'
import type { BatchService } from './batch-service.ts'

export interface BatchCallsPorts {
  readonly batches: BatchService
  /** Freezes a checked draft as a batch. */
  readonly plan: (draftId: string, confirmed: boolean) => Promise<Batch>
}

export const batchHandlers = ({
  batches,
  plan,
}: BatchCallsPorts): Handlers<typeof batchCalls, AbortSignal> => ({
  'batch:plan': ({ draftId, confirmed }) => plan(draftId, confirmed),
  'batch:list': () => batches.list(),
  'batch:get': ({ batchId }) => batches.get(batchId),
  'batch:rows': ({ batchId, state, offset, limit }) => batches.rows(batchId, state, offset, limit),
  'batch:attempts': ({ batchId, line }) => batches.attempts(batchId, line),
  'batch:send': ({ batchId }) => batches.send(batchId),
  'batch:pause': ({ batchId }) => batches.pause(batchId),
  'batch:cancel': ({ batchId }) => batches.cancel(batchId),
  'batch:retry-failed': ({ batchId }) => batches.retryFailed(batchId),
  'batch:settle': ({ batchId }, signal) => batches.settle(batchId, signal),
  'batch:answer': ({ batchId, line, answer }) => batches.answer(batchId, line, answer),
  'batch:report': ({ batchId, failedOnly }) => batches.report(batchId, failedOnly),
  'undo:preview': async ({ batchId }) => batches.get(await batches.undos.preview(batchId)),
  'undo:summary': ({ batchId }) => batches.undos.summary(batchId),
  'undo:choose': ({ batchId, lines, chosen }) => batches.undos.choose(batchId, lines, chosen),
  'undo:send': ({ batchId }) => batches.sendUndo(batchId),
  'undo:discard': ({ batchId }) => {
    batches.undos.discard(batchId)
    return null
  },
})
