import type { Dispatcher } from 'undici'
import type { z } from 'zod'
import { Fault } from '#shared/bridge/failure.ts'
import type { Log } from '../log/log.ts'
import type { Redactor } from '../log/redact.ts'
import type { Params } from '../service/params.ts'
import { systemClock, type Clock } from '../system/clock.ts'
import type { CallBudget, ReadOptions, WriteOptions } from './call.ts'
import type { Connection } from './connection.ts'
import { exchange, type Exchanged } from './exchange.ts'
import { FailureLog } from './failure-log.ts'
import { parseAnswer, type AnswerContext } from './answer.ts'
import type { ProxyLogins } from './proxy-logins.ts'
import { proxyName, type ProxyFor, type Route } from './proxy.ts'
import { RequestQueue } from './request-queue.ts'
import { readRetries, retryDelay, type RetryPolicy } from './retry.ts'
import { ServiceAddress, ServiceClock } from './service-address.ts'
import { ServiceError } from './service-error.ts'
import { Transport } from './transport.ts'

export interface HttpClientOptions {
  readonly connection: Connection
  readonly redactor: Redactor
  readonly log?: Log | undefined
  readonly budget?: CallBudget | undefined
  readonly proxyFor?: ProxyFor | undefined
  readonly proxyLogins?: ProxyLogins | undefined
  readonly clock?: Clock
  /** 0…1, for the jitter of retries. */
  readonly random?: () => number
  readonly retries?: RetryPolicy
  /** Requests under way at once. */
  readonly concurrency?: number
  /** Requests begun in any second; null = no limit. */
  readonly perSecond?: number | null
  readonly readLimitMs?: number
  readonly writeLimitMs?: number
  readonly connectMs?: number
  /** Time for which a kept connection may say nothing before a read takes another one. */
  readonly silentMs?: number
  /** Gets of each exchange whether anything of an answer came. */
  readonly onLine?: ((isReached: boolean) => void) | undefined
}

export type WriteMethod = 'POST' | 'PUT' | 'DELETE'

interface WriteRequest {
  readonly method: WriteMethod
  /** Path and query. */
  readonly target: string
  readonly body?: string
}

/** The service over HTTP for one account: reads that may be repeated, and writes that are sent once. */
export class HttpClient {
  readonly accountId: string
  readonly userId: number
  readonly #address: ServiceAddress
  readonly #transport: Transport
  readonly #queue: RequestQueue
  readonly #failures: FailureLog
  readonly #answers: Omit<AnswerContext, 'isWrite'>
  readonly #clock: Clock
  readonly #random: () => number
  readonly #retries: RetryPolicy
  readonly #readLimitMs: number
  readonly #writeLimitMs: number
  readonly #silentMs: number
  readonly #onLine: ((isReached: boolean) => void) | undefined
  /** Pools of which a connection was answered: the next request may take one that is dead by then. */
  readonly #answered = new WeakSet<Dispatcher>()
  readonly #serviceClock = new ServiceClock()

  constructor(options: HttpClientOptions) {
    const { connection, redactor, log, budget, clock = systemClock, random = Math.random } = options
    const { concurrency = 16, perSecond = null, retries = readRetries } = options
    const now = (): number => clock.now()
    redactor.addKey(connection.key)
    this.accountId = connection.accountId
    this.userId = connection.userId
    this.#address = new ServiceAddress(connection)
    this.#transport = new Transport({
      proxyFor: options.proxyFor,
      proxyLogins: options.proxyLogins,
      connections: concurrency,
      connectMs: options.connectMs,
      now,
    })
    this.#queue = new RequestQueue({ budget, log, concurrency, perSecond })
    this.#failures = new FailureLog(log, redactor)
    this.#answers = { redactor, now }
    this.#clock = clock
    this.#random = random
    this.#retries = retries
    this.#readLimitMs = options.readLimitMs ?? 30_000
    this.#writeLimitMs = options.writeLimitMs ?? 60_000
    this.#silentMs = options.silentMs ?? 10_000
    this.#onLine = options.onLine
  }

  /** The time at the service, ms since 1970, as its last answer said; null before the first one. */
  serviceNow(): number | null {
    return this.#serviceClock.now()
  }

  /**
   * GET over a kept connection, parsed by the schema. Repeated when that is safe and may help.
   * @throws ServiceError; Fault `quota` or `cancelled`.
   */
  async read<Schema extends z.ZodType>(
    path: string,
    params: Params,
    schema: Schema,
    options: ReadOptions = {},
  ): Promise<z.output<Schema>> {
    const target = this.#address.readTarget(path, params)
    const request = { method: 'GET', path, params, kind: options.kind ?? 'read' } as const
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await this.#get(target, options)
        return parseAnswer(answer, schema, { ...this.#answers, isWrite: false })
      } catch (error) {
        refuseAborted(options.signal, error)
        this.#failures.record(request, error, attempt)
        await this.#pause(error, attempt, options.signal)
      }
    }
  }

  /**
   * GET, sent once, as it is answered: status, headers and body, whatever they say.
   * @throws ServiceError if there is no answer; Fault `quota` or `cancelled`.
   */
  async look(path: string, params: Params, signal?: AbortSignal): Promise<Exchanged> {
    return this.#get(this.#address.readTarget(path, params), { signal, priority: 'interactive' })
  }

  /**
   * A write, sent once: no redirect, no retry. A create has a separate connection, an edit or delete a new one or one
   * that carried another a moment ago.
   * @throws ServiceError, whose `sent` says whether something may have left. Any other error means that nothing was
   * sent: Fault `quota` (with `wakesAt`), Fault `cancelled`.
   */
  async write<Schema extends z.ZodType>(
    method: WriteMethod,
    path: string,
    params: Params,
    schema: Schema,
    { signal, kind = 'write', json }: WriteOptions = {},
  ): Promise<z.output<Schema>> {
    const target = this.#address.writeTarget(path, params)
    const limits = { limitMs: this.#writeLimitMs, signal }
    const request = { method, target, ...(json !== undefined && { body: JSON.stringify(json) }) }
    try {
      const answer = await this.#queue.run({ kind, priority: 'interactive', signal }, () =>
        this.#transport.send(this.#address.origin, limits, (route, leftMs) =>
          this.#put(request, route, leftMs, signal),
        ),
      )
      return parseAnswer(answer, schema, { ...this.#answers, isWrite: true })
    } catch (error) {
      this.#failures.record({ method, path, params, kind }, error, 1)
      throw error
    }
  }

  /** Ends the kept connections: reads under way fail, writes end by themselves. */
  close(): Promise<void> {
    return this.#transport.close()
  }

  #get(target: string, { signal, priority = 'background', kind = 'read' }: ReadOptions): Promise<Exchanged> {
    const { origin, readHeaders } = this.#address
    const send = async (route: Route, leftMs: number): Promise<Exchanged> => {
      const dispatcher = this.#transport.pooled(origin, route)
      const silentMs = this.#answered.has(dispatcher) ? this.#silentMs : undefined
      const request = { ...this.#request(route, leftMs, signal), dispatcher, path: target, silentMs }
      try {
        const answer = await this.#noting(exchange({ ...request, method: 'GET', headers: readHeaders }))
        this.#answered.add(dispatcher)
        return answer
      } catch (error) {
        if (isSilence(error)) this.#transport.drop(dispatcher)
        throw error
      }
    }
    return this.#queue.run({ kind, priority, signal }, () =>
      this.#transport.send(origin, { limitMs: this.#readLimitMs, signal }, send),
    )
  }

  async #put(
    { method, target, body }: WriteRequest,
    route: Route,
    limitMs: number,
    signal: AbortSignal | undefined,
  ): Promise<Exchanged> {
    const { origin, writeHeaders } = this.#address
    const isCreate = method === 'POST'
    const connection = isCreate ? this.#transport.fresh(origin, route) : this.#transport.recent(origin, route)
    let answered = false
    try {
      const answer = await this.#noting(
        exchange({
          ...this.#request(route, limitMs, signal),
          dispatcher: connection.dispatcher,
          method,
          path: target,
          headers:
            body === undefined ? writeHeaders : { ...writeHeaders, 'content-type': 'application/json' },
          body,
          lastOnConnection: isCreate,
        }),
      )
      answered = true
      return answer
    } finally {
      await connection.end(answered)
    }
  }

  /** Common part of reads and writes. */
  #request(route: Route, limitMs: number, signal: AbortSignal | undefined) {
    return {
      origin: this.#address.origin,
      limitMs,
      signal,
      proxy: proxyName(route),
      onDate: (date: string): void => this.#serviceClock.observe(date),
    }
  }

  /** Reports whether the service was reached. */
  async #noting(exchanged: Promise<Exchanged>): Promise<Exchanged> {
    try {
      const answer = await exchanged
      this.#onLine?.(true)
      return answer
    } catch (error) {
      if (error instanceof ServiceError && error.reason !== 'cancelled') this.#onLine?.(error.answered)
      throw error
    }
  }

  /** Waits until the next attempt. @throws the error itself if another attempt would not help; Fault `cancelled`. */
  async #pause(error: unknown, attempt: number, signal: AbortSignal | undefined): Promise<void> {
    const delay =
      error instanceof ServiceError ? retryDelay(error, attempt, this.#retries, this.#random()) : null
    if (delay === null) throw error
    await this.#clock.sleep(delay, signal)
    refuseAborted(signal, error)
  }
}

const isSilence = (error: unknown): boolean =>
  error instanceof ServiceError && ['silent', 'no-answer', 'proxy-silent'].includes(error.reason ?? '')

function refuseAborted(signal: AbortSignal | undefined, cause: unknown): void {
  if (signal?.aborted) throw new Fault('cancelled', {}, { cause })
}
