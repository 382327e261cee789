import type { Handlers } from '#shared/bridge/call.ts'
import { Fault } from '#shared/bridge/failure.ts'
import type { batchCalls } from '#shared/batch/batch-calls.ts'
import type { Batch } from '#shared/batch/row.ts'
import type { Batches } from './open-batches.ts'
import { templateOf } from '../import/template.ts'
import type { PlannedRow } from '../writes/planned-row.ts'
import type { CheckProgress, DraftAccount, DraftService } from '../import/draft-service.ts'

/** The account that drafts are checked and planned for. */
export interface PlanningAccount extends DraftAccount {
  readonly accountId: string
}

export interface BatchCallsPorts {
  readonly batches: Batches
  readonly drafts: DraftService
  readonly account: () => Promise<PlanningAccount>
  readonly onProgress: (progress: CheckProgress) => void
}

/**
 * Freezes a checked draft as a batch of the account that it was checked for, and drops the draft.
 * @param unseenToo the person said yes beforehand to any price, also where no old one is known to be shown
 */
export async function planDraft(
  { batches, drafts, account }: Omit<BatchCallsPorts, 'onProgress'>,
  draftId: string,
  brakesReleased: boolean,
  unseenToo = false,
): Promise<Batch> {
  const draft = await drafts.staged(draftId)
  const { accountId, userId } = await account()
  // The account was changed between check and plan: its adverts are others, so the file wants another check.
  if (draft.userId !== userId) throw new Fault('draft-unknown', { draftId, reason: 'account-changed' })
  const [brake] = draft.check.brakes
  if (brake && !brakesReleased) throw new Fault('brake', { ...brake, brake: brake.code })
  const { fileName, sha256, shape, bom, header, mapping, operation } = draft
  const batch = await batches.planner.plan(
    {
      accountId,
      userId,
      plannedBy: process.env.USER ?? process.env.USERNAME ?? '',
      fileName,
      fileSha256: sha256,
      encoding: shape.encoding,
      bom,
      delimiter: shape.delimiter,
      header: [...header],
      mapping: [...mapping],
      operation,
      undoOf: null,
    },
    unseenToo ? allowingUnseen(draft.rows()) : draft.rows(),
  )
  await drafts.drop(draftId)
  return batch
}

function* allowingUnseen(rows: Iterable<PlannedRow>): Generator<PlannedRow> {
  for (const row of rows)
    yield Object.keys(row.before).length === 0 ? { ...row, overwrite: row.operation === 'edit' } : row
}

export const batchHandlers = (ports: BatchCallsPorts): Handlers<typeof batchCalls, AbortSignal> => {
  const { batches, drafts, account, onProgress } = ports
  return {
    'draft:begin': ({ fileName }) => ({ draftId: drafts.begin(fileName) }),
    'draft:append': async ({ draftId, bytes }) => {
      await drafts.append(draftId, bytes)
      return null
    },
    'draft:inspect': ({ draftId, shape }) => drafts.inspect(draftId, shape),
    'draft:check': async ({ draftId, shape, mapping, operation }, signal) =>
      drafts.check(draftId, { shape, mapping, operation }, await account(), { onProgress, signal }),
    'draft:rows': ({ draftId, filter, problem, offset, limit }) =>
      drafts.rows(draftId, { filter, problem }, offset, limit),
    'draft:mend': async ({ draftId, line, column, value }) => ({
      row: await drafts.mend(draftId, line, column, value),
      check: await drafts.summary(draftId),
    }),
    'draft:leave-out': async ({ draftId, lines, leftOut }) => {
      await drafts.leaveOut(draftId, lines, leftOut)
      return drafts.summary(draftId)
    },
    'draft:drop': async ({ draftId }) => {
      await drafts.drop(draftId)
      return null
    },
    'batch:plan': ({ draftId, brakesReleased }) => planDraft(ports, draftId, brakesReleased),
    ...sentBatchHandlers(batches),
    ...undoHandlers(batches),
    'batch:template': ({ operation }) => templateOf(operation),
  }
}

const sentBatchHandlers = ({ reader, control, settling, answers }: Batches) =>
  ({
    'batch:list': () => reader.list(),
    'batch:get': ({ batchId }) => reader.get(batchId),
    'batch:rows': ({ batchId, state, offset, limit }) => reader.rows(batchId, state, offset, limit),
    'batch:attempts': ({ batchId, line }) => reader.attempts(batchId, line),
    'batch:report': ({ batchId, failedOnly }) => reader.report(batchId, failedOnly),
    'batch:send': ({ batchId }) => control.send(batchId),
    'batch:pause': ({ batchId }) => control.pause(batchId),
    'batch:cancel': ({ batchId }) => control.cancel(batchId),
    'batch:retry-failed': ({ batchId }) => control.retryFailed(batchId),
    'batch:settle': ({ batchId }, signal) => settling.settle(batchId, signal),
    'batch:answer': ({ batchId, line, answer }) => answers.answer(batchId, line, answer),
  }) satisfies Partial<Handlers<typeof batchCalls, AbortSignal>>

const undoHandlers = ({ reader, undo }: Batches) =>
  ({
    'undo:preview': async ({ batchId }) => reader.get(await undo.preview(batchId)),
    'undo:summary': ({ batchId }) => undo.summary(batchId),
    'undo:choose': ({ batchId, lines, chosen }) => undo.choose(batchId, lines, chosen),
    'undo:send': ({ batchId }) => undo.send(batchId),
    'undo:discard': ({ batchId }) => {
      undo.discard(batchId)
      return null
    },
  }) satisfies Partial<Handlers<typeof batchCalls, AbortSignal>>
