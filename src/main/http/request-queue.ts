import PQueue from 'p-queue'
import { Fault } from '#shared/bridge/failure.ts'
import type { Log } from '../log/log.ts'
import { type CallBudget, type CallKind, type Priority, noteCall } from './call.ts'
import { ServiceError } from './service-error.ts'

export interface RequestQueueOptions {
  /** Without one, calls are not counted. */
  readonly budget: CallBudget | undefined
  readonly log: Log | undefined
  /** Requests under way at once. */
  readonly concurrency: number
  /** Requests begun in any second; null = no limit. */
  readonly perSecond: number | null
}

/** Facts that decide when a request may begin. */
export interface QueuedCall {
  readonly kind: CallKind
  readonly priority: Priority
  readonly signal: AbortSignal | undefined
}

const priorities: Readonly<Record<Priority, number>> = { interactive: 1, background: 0 }

const nothing = (): void => undefined

const neverLeft = (error: unknown): boolean =>
  error instanceof ServiceError ? error.sent === 'no' : error instanceof Fault && error.code === 'cancelled'

/** Lets requests begin when the account's quota, the rate and the number under way allow it, interactive ones first. */
export class RequestQueue {
  readonly #budget: CallBudget | undefined
  readonly #log: Log | undefined
  readonly #queue: PQueue

  constructor({ budget, log, concurrency, perSecond }: RequestQueueOptions) {
    const rate = perSecond === null ? {} : { interval: 1000, intervalCap: perSecond, strict: true }
    this.#budget = budget
    this.#log = log
    this.#queue = new PQueue({ concurrency, ...rate })
  }

  /**
   * Counts the call and sends it in its turn. The service counts what reaches it: a call that is proven not to have
   * left is taken out of the count again.
   * @throws what `send` throws; Fault `quota`, `cancelled` or `storage` (it can't be counted): nothing was sent.
   */
  async run<Result>(call: QueuedCall, send: () => Promise<Result>): Promise<Result> {
    const giveBack = await this.#count(call)
    noteCall(1)
    try {
      return await this.#inTurn(call, send)
    } catch (error) {
      if (neverLeft(error)) {
        noteCall(-1)
        this.#giveBack(giveBack)
      }
      throw error
    }
  }

  /** A call too many in the count does little harm, and the caller learns why its call failed. */
  #giveBack(giveBack: () => void): void {
    try {
      giveBack()
    } catch (error) {
      this.#log?.warn('a call that did not leave stays counted', { error })
    }
  }

  /** A call that can't be counted isn't made: the dealer's limit would not hold. */
  async #count({ kind, priority, signal }: QueuedCall): Promise<() => void> {
    if (!this.#budget) return nothing
    try {
      return await this.#budget.reserve(kind, { wait: priority === 'background', signal })
    } catch (error) {
      if (error instanceof Fault) throw error
      this.#log?.error('a call could not be counted', { error })
      throw new Fault('storage', { reason: 'not-counted' }, { cause: error })
    }
  }

  /** True if a call that is added now begins within the same turn. */
  get #hasRoom(): boolean {
    const { pending, concurrency, size, isRateLimited } = this.#queue
    return pending < concurrency && size === 0 && !isRateLimited
  }

  /** While the call is in the queue an abort takes it out; once it began, `send` itself reacts to the signal. */
  async #inTurn<Result>({ priority, signal }: QueuedCall, send: () => Promise<Result>): Promise<Result> {
    const rank = priorities[priority]
    if (!signal) return this.#queue.add(send, { priority: rank })
    if (signal.aborted) throw new Fault('cancelled')
    // What begins at once can't be taken out of the queue, which would cost every call of a sync 10 µs.
    if (this.#hasRoom) return this.#queue.add(send, { priority: rank })
    const waiting = new AbortController()
    const leave = (): void => waiting.abort(new Fault('cancelled'))
    const stopListening = (): void => signal.removeEventListener('abort', leave)
    signal.addEventListener('abort', leave, { once: true })
    const begin = (): Promise<Result> => {
      stopListening()
      return send()
    }
    return this.#queue.add(begin, { priority: rank, signal: waiting.signal }).finally(stopListening)
  }
}
