import type { Handlers } from '#shared/bridge/call.ts'
import type { batchCalls } from '#shared/batch/batch-calls.ts'
import type { Batch, BatchRow, VehicleNames } from '#shared/batch/row.ts'
import type { ConfirmationCode } from '#shared/import/draft.ts'
import { wholeFile } from '../files/file-bytes.ts'
import type { DeletedAdvert } from './undo/recreate-file.ts'
import type { Batches } from './open-batches.ts'

export interface BatchCallsPorts {
  readonly batches: Batches
  /** Resolves when the journal is checked after an unclean end: what writes to it waits for that. */
  readonly checked: () => Promise<void>
  /** Names of the vehicle's ids in a row's payload, by their fields. */
  readonly vehicleNames: (accountId: string, payload: BatchRow['payload']) => VehicleNames
  /** Titles of these adverts in the cache, by id. */
  readonly advertTitles: (accountId: string, autoIds: readonly number[]) => ReadonlyMap<number, string>
  /** Facts still known of an advert that was deleted; null if nothing is. */
  readonly deletedAdvert: (accountId: string, autoId: number) => DeletedAdvert | null
  /** The sign between the cells of a CSV that Excel opens on this computer. */
  readonly listSeparator: () => ',' | ';'
  /** Freezes a checked draft as a batch. */
  readonly plan: (draftId: string, confirmed: readonly ConfirmationCode[]) => Promise<Batch>
}

export const batchHandlers = ({
  batches: { reader, control, settling, answers, undo, journalCare },
  plan,
  checked,
  vehicleNames,
  advertTitles,
  deletedAdvert,
  listSeparator,
}: BatchCallsPorts): Handlers<typeof batchCalls, AbortSignal> => ({
  'batch:plan': after(checked, ({ draftId, confirmed }) => plan(draftId, confirmed)),
  'batch:list': ({ before }) => reader.page(before),
  'batch:get': ({ batchId }) => reader.get(batchId),
  'batch:of-advert': ({ accountId, advertId }) => reader.ofAdvert(accountId, advertId),
  'batch:rows': ({ batchId, state, offset, limit }) => {
    const { accountId } = reader.get(batchId)
    const { total, rows } = reader.rows(batchId, state, offset, limit)
    const titles = advertTitles(
      accountId,
      rows.map(advertOf).filter((id) => id !== null),
    )
    return {
      total,
      rows: rows.map((row) => ({
        ...row,
        names: vehicleNames(accountId, row.payload),
        title: titles.get(advertOf(row) ?? 0) ?? null,
      })),
    }
  },
  'batch:attempts': ({ batchId, line }) => reader.attempts(batchId, line),
  'batch:report': ({ batchId, failedOnly, excel }) =>
    wholeFile(
      reader.report(batchId, failedOnly, excel ? { format: excel, separator: listSeparator() } : null),
    ),
  'batch:send': after(checked, ({ batchId, unshown, leftTeam }) => {
    if (leftTeam) control.agreeLeft(batchId)
    return control.send(batchId, unshown)
  }),
  'batch:pause': after(checked, ({ batchId }) => control.pause(batchId)),
  'batch:cancel': after(checked, ({ batchId }) => control.cancel(batchId)),
  'batch:retry-failed': after(checked, ({ batchId }) => control.retryFailed(batchId)),
  'batch:settle': after(checked, ({ batchId }, signal) => settling.settle(batchId, signal)),
  'batch:answer': after(checked, ({ batchId, line, answer }) => answers.answer(batchId, line, answer)),
  'batch:answer-all': after(checked, ({ batchId, answer, count }) =>
    answers.answerAll(batchId, answer, count),
  ),
  'undo:preview': after(checked, async ({ batchId }) => reader.get(await undo.preview(batchId))),
  'undo:summary': ({ batchId }) => undo.summary(batchId),
  'undo:choose': after(checked, ({ batchId, lines, chosen }) => undo.choose(batchId, lines, chosen)),
  'undo:send': after(checked, ({ batchId }) => undo.send(batchId)),
  'undo:recreate-file': ({ batchId }) => {
    const file = undo.recreateFile(batchId, deletedAdvert)
    return { ...file, missing: [...file.missing] }
  },
  'journal:status': () => journalCare.status(),
  'journal:choose': after(checked, ({ choice }) => journalCare.choose(choice)),
  'undo:discard': after(checked, ({ batchId }) => {
    undo.discard(batchId)
    return null
  }),
})

/** The advert that a row is about; null if a create has none yet. */
function advertOf({ autoId, payload }: BatchRow): number | null {
  const id = autoId ?? payload.auto_id
  return typeof id === 'number' ? id : null
}

/** The handler, to be called when `ready` says so. */
export const after =
  <Request, Answer>(
    ready: () => Promise<void>,
    handle: (request: Request, signal: AbortSignal) => Answer | Promise<Answer>,
  ) =>
  async (request: Request, signal: AbortSignal): Promise<Answer> => {
    await ready()
    return handle(request, signal)
  }
