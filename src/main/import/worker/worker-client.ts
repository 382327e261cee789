import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Fault } from '#shared/bridge/failure.ts'
import type { Compare } from '../compare/compare.ts'
import { packAdverts } from '../compare/packed-adverts.ts'
import type {
  CompareAnswer,
  CompareRequest,
  FromWorker,
  ToWorker,
  WorkerCall,
  WorkerCalls,
} from './worker-protocol.ts'

/** What happens before a call's answer. */
export interface CallHooks {
  readonly compare?: Compare | undefined
  readonly onProgress?: ((bytes: number, totalBytes: number, rows: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

interface OpenCall {
  readonly hooks: CallHooks
  readonly resolve: (answer: WorkerCalls[WorkerCall]['answer']) => void
  readonly reject: (error: Error) => void
}

/** How long the worker may take to stop what it does, in ms. */
const endLimit = 5_000

/** The import worker as main uses it. The thread starts with the first call and ends with close(). */
export class WorkerClient {
  readonly #entry: URL
  readonly #calls = new Map<number, OpenCall>()
  #worker: Worker | null = null
  #lastId = 0

  constructor(entry: URL) {
    this.#entry = entry
  }

  /** @throws the worker's Faults; Fault `cancelled` when the signal aborts */
  async call<Call extends WorkerCall>(
    call: Call,
    request: WorkerCalls[Call]['request'],
    hooks: CallHooks = {},
  ): Promise<WorkerCalls[Call]['answer']> {
    if (hooks.signal?.aborted) throw new Fault('cancelled')
    this.#lastId += 1
    const id = this.#lastId
    const cancel = (): void => this.#post({ kind: 'cancel', id })
    hooks.signal?.addEventListener('abort', cancel, { once: true })
    try {
      const answered = new Promise<WorkerCalls[WorkerCall]['answer']>((resolve, reject) => {
        this.#calls.set(id, { hooks, resolve, reject })
      })
      this.#post({ kind: 'call', id, call, request } as ToWorker)
      // Only an open call keeps the command line from ending.
      this.#worker?.ref()
      return await answered
    } finally {
      hooks.signal?.removeEventListener('abort', cancel)
      this.#calls.delete(id)
      if (this.#calls.size === 0) this.#worker?.unref()
    }
  }

  async close(): Promise<void> {
    const worker = this.#worker
    if (!worker) return
    const ended = once(worker, 'exit')
    worker.postMessage({ kind: 'end' } satisfies ToWorker)
    this.#end(new Fault('cancelled'))
    worker.ref()
    const limit = setTimeout(() => void worker.terminate(), endLimit)
    await ended
    clearTimeout(limit)
  }

  #post(message: ToWorker, moved: readonly ArrayBuffer[] = []): void {
    this.#worker ??= this.#start()
    this.#worker.postMessage(message, moved)
  }

  #start(): Worker {
    const worker = new Worker(this.#entry, { name: 'import' })
    worker.on('message', (message: FromWorker) => this.#take(message))
    worker.on('error', (error) => this.#end(error instanceof Error ? error : new Error(String(error))))
    worker.on('exit', () => {
      if (this.#worker === worker) this.#end(new Error('the import worker ended'))
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
    const call = this.#calls.get(message.id)
    if (!call) return
    if (message.kind === 'answer') call.resolve(message.answer)
    else if (message.kind === 'fault') call.reject(new Fault(message.code, message.details))
    else if (message.kind === 'error')
      call.reject(new Error('the import worker failed', { cause: message.error }))
    else if (message.kind === 'progress')
      call.hooks.onProgress?.(message.bytes, message.totalBytes, message.rows)
    else void this.#compare(call, message)
  }

  async #compare(
    call: OpenCall,
    { requestId, request }: Extract<FromWorker, { kind: 'compare' }>,
  ): Promise<void> {
    try {
      const answer = call.hooks.compare ? await answerTo(request, call.hooks.compare) : null
      this.#post({ kind: 'compared', requestId, answer }, answer?.adverts && [answer.adverts.numbers.buffer])
    } catch (error) {
      this.#post({ kind: 'compared', requestId, answer: null })
      call.reject(error instanceof Error ? error : new Error(String(error)))
    }
  }
}

async function answerTo(request: CompareRequest, compare: Compare): Promise<CompareAnswer> {
  if (request.about === 'sent') return { sent: await compare.sentBefore(request.fingerprints) }
  return { adverts: packAdverts(request.autoIds, await compare.adverts(request.autoIds)) }
}
