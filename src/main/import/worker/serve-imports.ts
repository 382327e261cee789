import type { MessagePort } from 'node:worker_threads'
import { Fault } from '#shared/bridge/failure.ts'
import { storageFaultOf } from '../../storage/storage-fault.ts'
import { applyLocale } from '#shared/i18n/locale.ts'
import { FileChoices } from '../../names/vehicle-reader.ts'
import type { UnreadableRecord } from '../../storage/row-query.ts'
import type { CheckHooks } from '../draft/check-draft.ts'
import type { DraftAccount } from '../draft-account.ts'
import { DraftSession } from './draft-session.ts'
import type { AskedCall, Compares, FromWorker, ToWorker } from './worker-protocol.ts'

/** Gives the account that rows are compared for, as it is known now, for one piece of work. */
export type WithAccount = <Result>(
  asked: NonNullable<Compares>,
  onUnreadable: (found: UnreadableRecord) => void,
  work: (account: DraftAccount) => Result | Promise<Result>,
) => Promise<Result>

/** Reads and checks files on request over the port, until the request to end. */
export function serveImports(
  port: Pick<MessagePort, 'on' | 'postMessage' | 'close'>,
  withAccount: WithAccount,
): void {
  const post = (message: FromWorker): void => port.postMessage(message)

  const drafts = new Map<string, DraftSession>()
  const cancelled = new Set<number>()
  let openCalls = 0
  let ending = false

  function answerOf({ id, place, call, args, compares }: AskedCall): unknown {
    const draft = drafts.get(place.draftId) ?? new DraftSession(place)
    draft.place = place
    if (call === 'close') drafts.delete(place.draftId)
    else drafts.set(place.draftId, draft)
    const owner = call in draft ? draft : draft.checked
    const method = owner[call as keyof typeof owner] as (...all: readonly unknown[]) => unknown
    // One that takes more than is asked checks rows.
    if (method.length <= args.length) return method.apply(owner, [...args])
    const checking = (compare: CheckHooks['compare']): unknown =>
      method.call(owner, ...args, {
        compare,
        isCancelled: () => ending || cancelled.has(id),
        onProgress: (share, rows) => post({ kind: 'progress', id, share, rows }),
      } satisfies CheckHooks)
    if (!compares) return checking(null)
    return withAccount(
      compares,
      (found) => post({ kind: 'unreadable', found }),
      (account) => checking(account.compare(new FileChoices(compares.choices), compares.asOf)),
    )
  }

  async function handle(asked: AskedCall): Promise<void> {
    const { id } = asked
    openCalls += 1
    try {
      applyLocale(asked.locale)
      post({ kind: 'answer', id, answer: await answerOf(asked) })
    } catch (error) {
      const fault = error instanceof Fault ? error : storageFaultOf(error)
      if (fault) post({ kind: 'fault', id, code: fault.code, details: fault.details, cause: fault.cause })
      else post({ kind: 'error', id, error })
    } finally {
      cancelled.delete(id)
      openCalls -= 1
      if (ending) endWhenIdle()
    }
  }

  /** Databases are closed before the thread ends: to end a thread in the middle of SQLite crashes the whole process. */
  function endWhenIdle(): void {
    if (openCalls > 0) return
    for (const draft of drafts.values()) draft.close()
    port.close()
  }

  port.on('message', (message: ToWorker) => {
    if (message.kind === 'call') void handle(message)
    else if (message.kind === 'cancel') cancelled.add(message.id)
    else {
      ending = true
      endWhenIdle()
    }
  })
}
