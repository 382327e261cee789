import { Fault } from '#shared/bridge/failure.ts'
import { getLocale } from '#shared/i18n/locale.ts'
import type { UnreadableRecord } from '../../storage/row-query.ts'
import type { DraftPlace } from './draft-session.ts'
import type { Compares, DraftAnswer, DraftArgs, DraftCall, FromWorker, ToWorker } from './worker-protocol.ts'
import { once } from 'node:events'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import type { WithAccount } from './serve-imports.ts'

/** Reader, checker and stager of files, after it was started. */
interface Imports {
  readonly port: Pick<MessagePort, 'postMessage' | 'ref' | 'unref'> & {
    on(event: 'message', take: (message: unknown) => void): unknown
  }
  /** Resolves with the reason when it has ended, by itself or on request. */
  readonly ended: Promise<Error>
  /** Ends it in whatever it does. */
  stop(): void
}

/** Rows of a file are made at once and kept: in less room most of a check's time is spent on moving them. */
const maxYoungGenerationSizeMb = 48

/** Imports in a thread of their own. @param entry `import-worker.cjs` next to the bundle, or its source */
export function importsInThread(entry: URL): Imports {
  const worker = new Worker(entry, { name: 'import', resourceLimits: { maxYoungGenerationSizeMb } })
  const failed = new Promise<Error>((resolve) =>
    worker.on('error', (error) => resolve(error instanceof Error ? error : new Error(String(error)))),
  )
  const exited = once(worker, 'exit').then(() => new Error('the import worker ended'))
  return { port: worker, ended: Promise.race([failed, exited]), stop: () => void worker.terminate() }
}

/** Imports in this thread, for a file that is read sooner than a thread starts, and if no window waits meanwhile. */
export function importsHere(withAccount: WithAccount): Imports {
  const { port1, port2 } = new MessageChannel()
  const ended = once(port1, 'close').then(() => new Error('the imports ended'))
  const failed = import('./serve-imports.ts').then(
    ({ serveImports }) => {
      serveImports(port2, withAccount)
      // As with a thread, only what is asked keeps the process from ending.
      port2.unref()
      return ended
    },
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  )
  return { port: port1, ended: failed, stop: () => port2.close() }
}

/** Data that goes with a call, and what happens before its answer. */
export interface CallHooks {
  /** Account that its rows are compared for. */
  readonly compares?: Compares | undefined
  readonly onProgress?: ((share: number, rows: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

interface OpenCall {
  readonly hooks: CallHooks
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: Error) => void
}

/** Time for which the worker may take to stop what it does, in ms. */
const endLimit = 5_000

/** The import worker as main uses it. It starts with the first call and ends with close(). */
export class WorkerClient {
  readonly #begin: () => Imports
  readonly #onUnreadable: (found: UnreadableRecord) => void
  readonly #calls = new Map<number, OpenCall>()
  #worker: Imports | null = null
  #lastId = 0

  /** @param onUnreadable takes reports of saved records that the worker can't read */
  constructor(begin: () => Imports, onUnreadable: (found: UnreadableRecord) => void = () => undefined) {
    this.#begin = begin
    this.#onUnreadable = onUnreadable
  }

  /** Calls a method of a draft. @throws the worker's Faults; Fault `cancelled` when the signal aborts */
  async call<Call extends DraftCall>(
    call: Call,
    place: DraftPlace,
    args: DraftArgs<Call>,
    hooks: CallHooks = {},
  ): Promise<DraftAnswer<Call>> {
    if (hooks.signal?.aborted) throw new Fault('cancelled')
    this.#lastId += 1
    const id = this.#lastId
    const cancel = (): void => this.#post({ kind: 'cancel', id })
    hooks.signal?.addEventListener('abort', cancel, { once: true })
    try {
      const answered = new Promise<unknown>((resolve, reject) => {
        this.#calls.set(id, { hooks, resolve, reject })
      })
      const { compares = null } = hooks
      this.#post({ kind: 'call', id, place, call, args, compares, locale: getLocale() })
      // Only an open call keeps the command line from ending.
      this.#worker?.port.ref()
      return (await answered) as DraftAnswer<Call>
    } finally {
      hooks.signal?.removeEventListener('abort', cancel)
      this.#calls.delete(id)
      if (this.#calls.size === 0) this.#worker?.port.unref()
    }
  }

  async close(): Promise<void> {
    const worker = this.#worker
    if (!worker) return
    worker.port.postMessage({ kind: 'end' } satisfies ToWorker)
    this.#end(new Fault('cancelled'))
    worker.port.ref()
    const limit = setTimeout(() => worker.stop(), endLimit)
    await worker.ended
    clearTimeout(limit)
  }

  #post(message: ToWorker): void {
    this.#worker ??= this.#start()
    this.#worker.port.postMessage(message)
  }

  #start(): Imports {
    const worker = this.#begin()
    worker.port.on('message', (message) => this.#take(message as FromWorker))
    void worker.ended.then((reason) => {
      if (this.#worker === worker) this.#end(reason)
    })
    return worker
  }

  #end(reason: Error): void {
    this.#worker = null
    const open = [...this.#calls.values()]
    this.#calls.clear()
    for (const { reject } of open) reject(reason)
  }

  #take(message: FromWorker): void {
    if (message.kind === 'unreadable') {
      this.#onUnreadable(message.found)
      return
    }
    const call = this.#calls.get(message.id)
    if (!call) return
    if (message.kind === 'answer') call.resolve(message.answer)
    else if (message.kind === 'fault')
      call.reject(new Fault(message.code, message.details, { cause: message.cause }))
    else if (message.kind === 'error')
      call.reject(new Error('the import worker failed', { cause: message.error }))
    else call.hooks.onProgress?.(message.share, message.rows)
  }
}
