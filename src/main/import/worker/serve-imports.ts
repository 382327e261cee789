import type { MessagePort } from 'node:worker_threads'
import { Fault } from '#shared/bridge/failure.ts'
import { storageFaultOf } from '../../storage/storage-fault.ts'
import { applyLocale } from '#shared/i18n/locale.ts'
import { FileChoices } from '../../names/vehicle-reader.ts'
import type { UnreadableRecord } from '../../storage/row-query.ts'
import type { Compare } from '../compare/compare.ts'
import { compareWith, type DraftAccount } from '../draft-account.ts'
import { FileSource, type FilePlace } from './draft-file.ts'
import { previewRows } from './draft-preview.ts'
import { DraftSession } from './draft-session.ts'
import { ValuesSource, type ValuesPlace } from './draft-values.ts'
import { pacedProgress } from './paced-progress.ts'
import type {
  ComparingCall,
  Compares,
  DraftAnswer,
  FromWorker,
  ToWorker,
  WorkerCall,
  WorkerCalls,
} from './worker-protocol.ts'

/** Does work with what its rows are compared with. */
type Comparing = <Result>(work: (compare: Compare | null) => Result | Promise<Result>) => Promise<Result>

type Handlers = {
  [Call in WorkerCall]: (
    request: WorkerCalls[Call]['request'],
    comparing: Comparing,
    id: number,
  ) => WorkerCalls[Call]['answer'] | Promise<WorkerCalls[Call]['answer']>
}

const comparingCalls: Readonly<Record<ComparingCall, true>> = {
  ...{ fix: true, changeColumn: true, moveStep: true, recheck: true },
  ...{ rename: true, changeLinked: true, restoreChanges: true },
}

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

  function draftAt(place: FilePlace | ValuesPlace): DraftSession {
    const isOfValues = 'columns' in place
    const draft =
      drafts.get(place.draftId) ??
      new DraftSession(isOfValues ? new ValuesSource(place) : new FileSource(place))
    drafts.set(place.draftId, draft)
    if (!isOfValues) fileOf(draft).moveTo(place)
    return draft
  }

  function draftOf(draftId: string): DraftSession {
    const draft = drafts.get(draftId)
    if (!draft) throw new Fault('draft-unknown', { draftId })
    return draft
  }

  const comparingFor =
    (id: number, asked: Compares): Comparing =>
    async (work) =>
      asked
        ? withAccount(
            asked,
            (found) => post({ kind: 'unreadable', id, found }),
            (account) => work(compareWith(account, new FileChoices(asked.choices), asked.asOf)),
          )
        : work(null)

  const handlers: Handlers = {
    inspect: ({ place, shape }) => fileOf(draftAt(place)).inspect(shape),
    values: ({ place, shape, columns }) => fileOf(draftAt(place)).values(shape, columns),
    add: ({ place, rows }) => {
      const { source } = draftAt(place)
      if (source instanceof ValuesSource) source.add(rows)
      return null
    },
    check: ({ place, check }, comparing, id) =>
      comparing((compare) =>
        draftAt(place).check(check, {
          compare,
          isCancelled: () => ending || cancelled.has(id),
          onProgress: pacedProgress((share, rows) => post({ kind: 'progress', id, share, rows })),
        }),
      ),
    preview: ({ place, check }, comparing) =>
      comparing((compare) => previewRows(draftAt(place).source, check, compare)),
    draft: ({ draftId, call, args }, comparing) => {
      const draft = draftOf(draftId)
      const method = draft[call] as (...all: readonly unknown[]) => DraftAnswer<typeof call>
      return call in comparingCalls
        ? comparing((compare) => method.call(draft, ...args, compare))
        : method.call(draft, ...args)
    },
    close: ({ draftId }) => {
      drafts.get(draftId)?.close()
      drafts.delete(draftId)
      return null
    },
  }

  async function handle<Call extends WorkerCall>(
    call: Call,
    request: WorkerCalls[Call]['request'],
    { id, locale, compares }: Pick<Extract<ToWorker, { kind: 'call' }>, 'id' | 'locale' | 'compares'>,
  ): Promise<void> {
    openCalls += 1
    try {
      applyLocale(locale)
      const answer = await handlers[call](request, comparingFor(id, compares), id)
      post({ kind: 'answer', id, answer })
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
    if (message.kind === 'call') void handle(message.call, message.request, message)
    else if (message.kind === 'cancel') cancelled.add(message.id)
    else {
      ending = true
      endWhenIdle()
    }
  })
}

function fileOf({ source }: DraftSession): FileSource {
  if (source instanceof FileSource) return source
  throw new Fault('draft-unknown', { draftId: source.place.draftId })
}
