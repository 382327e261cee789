import PQueue from 'p-queue'
import type { z } from 'zod'
import { Fault } from '#shared/bridge/failure.ts'
import type { Param, Params } from '../service/params.ts'
import { systemClock, type Clock } from '../system/clock.ts'
import { basicAuthorization, parseBaseUrl, type Connection } from './connection.ts'
import { exchange, type Exchanged } from './exchange.ts'
import type { Log } from '../log/log.ts'
import type { ProxyFor, Route } from './proxy.ts'
import { encodePath, queryString } from './query-string.ts'
import type { Redactor } from '../log/redact.ts'
import { parseAnswer } from './parse-answer.ts'
import { readRetries, retryDelay, type RetryPolicy } from './retry.ts'
import { byRoutes } from './routes.ts'
import { ServiceError } from './service-error.ts'
import { createTransport } from './transport.ts'

/** Who waits for an answer: a person at the window, or work that may take its time. */
export type Priority = 'interactive' | 'background'

export type CallKind = 'read' | 'write' | 'orders'

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined
  /** `interactive` goes first and, where the quota is used up, says so instead of waiting. Default `background`. */
  readonly priority?: Priority
  /** Calls for orders may use the share of the quota that is kept for them. */
  readonly kind?: 'read' | 'orders'
}

export interface WriteOptions {
  readonly signal?: AbortSignal | undefined
}

/** What counts calls against the account's quota; the quota ledger is one. */
export interface CallBudget {
  /**
   * Counts a call, and answers how to give it back where it is proven not to have left.
   * @throws Fault `quota` where the call doesn't fit now and `wait` is false; Fault `cancelled`.
   */
  reserve(
    kind: CallKind,
    how: { readonly wait: boolean; readonly signal?: AbortSignal | undefined },
  ): Promise<() => void>
}

export interface HttpClient {
  readonly accountId: string
  readonly userId: number
  /**
   * GET, parsed by the schema. Repeated where that is safe and may help.
   * @throws ServiceError; Fault `quota` or `cancelled`.
   */
  read<Schema extends z.ZodType>(
    path: string,
    params: Params,
    schema: Schema,
    options?: ReadOptions,
  ): Promise<z.output<Schema>>
  /**
   * A write, sent once: no redirect, no retry. A create has a connection of its own, an edit or delete a new one or one
   * that carried another a moment ago.
   * @throws ServiceError, whose `sent` says whether something may have left. Any other error means that nothing was
   * sent: Fault `quota` (with `wakesAt`), Fault `cancelled`.
   */
  write<Schema extends z.ZodType>(
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    params: Params,
    schema: Schema,
    options?: WriteOptions,
  ): Promise<z.output<Schema>>
  /** Ends the kept connections: reads under way fail, writes end by themselves. */
  close(): Promise<void>
}

export interface HttpClientOptions {
  readonly connection: Connection
  readonly redactor: Redactor
  readonly log?: Log | undefined
  readonly budget?: CallBudget | undefined
  readonly proxyFor?: ProxyFor | undefined
  readonly clock?: Clock
  /** 0…1, for the jitter of retries. */
  readonly random?: () => number
  readonly retries?: RetryPolicy
  /** Requests under way at once. */
  readonly concurrency?: number
  /** Requests begun in any second; null = as many as come. */
  readonly perSecond?: number | null
  readonly readLimitMs?: number
  readonly writeLimitMs?: number
  readonly connectMs?: number
}

interface Noted {
  readonly method: string
  readonly path: string
  readonly params: Params
  readonly kind: CallKind
}

/** Of the query of a request that failed, this much is written to the log. */
const notedQuery = 500

const nothing = (): void => undefined

const neverLeft = (error: unknown): boolean =>
  error instanceof ServiceError ? error.sent === 'no' : error instanceof Fault && error.code === 'cancelled'

const priorities: Readonly<Record<Priority, number>> = { interactive: 1, background: 0 }

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { connection, redactor, log, budget, clock = systemClock, random = Math.random } = options
  const { retries = readRetries, concurrency = 16, perSecond = null } = options
  const { readLimitMs = 30_000, writeLimitMs = 60_000 } = options
  const { origin, prefix } = parseBaseUrl(connection.baseUrl)
  const transport = createTransport({
    proxyFor: options.proxyFor,
    connections: concurrency,
    now: () => clock.now(),
    ...(options.connectMs === undefined ? {} : { connectMs: options.connectMs }),
  })
  const rate = perSecond === null ? {} : { interval: 1000, intervalCap: perSecond, strict: true }
  const queue = new PQueue({ concurrency, ...rate })
  const keyParam: Param = ['api_key', connection.key]
  const basic = connection.readAuth === 'basic'
  const readHeaders = {
    accept: 'application/json',
    ...(basic ? { authorization: basicAuthorization(connection.key) } : {}),
  }
  const writeHeaders = { accept: 'application/json' }
  const reading = { redactor, now: () => clock.now(), isWrite: false }
  const writing = { ...reading, isWrite: true }
  redactor.know(connection.key)

  /** A ledger that can't be written must not stop the dealer's work: a call too many only meets a 429. */
  async function count(kind: CallKind, wait: boolean, signal?: AbortSignal): Promise<() => void> {
    try {
      return (await budget?.reserve(kind, { wait, signal })) ?? nothing
    } catch (error) {
      if (error instanceof Fault) throw error
      log?.warn('a call could not be counted', { error })
      return nothing
    }
  }

  /** The service counts what reaches it: a call that is proven not to have left is taken out of the count. */
  async function counted<Result>(
    kind: CallKind,
    { wait, signal }: { readonly wait: boolean; readonly signal: AbortSignal | undefined },
    send: () => Promise<Result>,
  ): Promise<Result> {
    const giveBack = await count(kind, wait, signal)
    try {
      return await send()
    } catch (error) {
      if (neverLeft(error)) giveBack()
      throw error
    }
  }

  /** Waits for a place in the queue. An abort is heard while waiting; after that the task hears it itself. */
  async function inTurn<Result>(
    task: () => Promise<Result>,
    priority: number,
    signal?: AbortSignal,
  ): Promise<Result> {
    if (!signal) return queue.add(task, { priority })
    if (signal.aborted) throw new Fault('cancelled')
    const waiting = new AbortController()
    const leave = (): void => {
      waiting.abort(new Fault('cancelled'))
    }
    const stopWaiting = (): void => {
      signal.removeEventListener('abort', leave)
    }
    signal.addEventListener('abort', leave, { once: true })
    const turn = (): Promise<Result> => {
      stopWaiting()
      return task()
    }
    return queue.add(turn, { priority, signal: waiting.signal }).finally(stopWaiting)
  }

  /** Finding the way is part of the request: its time, its cancellation and its errors are the same. */
  async function onItsWay(
    send: (route: Route, limitMs: number) => Promise<Exchanged>,
    limitMs: number,
    signal?: AbortSignal,
  ): Promise<Exchanged> {
    const endsAt = performance.now() + limitMs
    return byRoutes(await transport.routes(origin, { limitMs, signal }), endsAt, send)
  }

  async function readOnce<Schema extends z.ZodType>(
    target: string,
    schema: Schema,
    { signal, priority = 'background', kind = 'read' }: ReadOptions,
  ): Promise<z.output<Schema>> {
    const send = (route: Route, limitMs: number): Promise<Exchanged> =>
      exchange({
        dispatcher: transport.pooled(origin, route),
        origin,
        method: 'GET',
        path: target,
        headers: readHeaders,
        limitMs,
        signal,
        viaProxy: route.kind === 'proxy',
      })
    const turn = (): Promise<Exchanged> =>
      inTurn(() => onItsWay(send, readLimitMs, signal), priorities[priority], signal)
    const answer = await counted(kind, { wait: priority === 'background', signal }, turn)
    return parseAnswer(answer, schema, reading)
  }

  /** What support needs to find the record and see what stood there. Buyers' data stays out: a log is kept for longer. */
  function note(request: Noted, error: unknown, attempt: number): void {
    if (!(error instanceof ServiceError)) return
    const { code, status, serviceCode, sent, reason, answer, details } = error
    const { method, path, kind } = request
    // Redacted before it is cut: half a key would not be found.
    const query = redactor.redact(queryString(request.params)).slice(0, notedQuery)
    const said = kind === 'orders' ? {} : { value: details.value, answer }
    const facts = { code, status, serviceCode, sent, reason, attempt, field: details.path, ...said }
    log?.warn('request failed', { method, path, query, ...facts })
  }

  return {
    accountId: connection.accountId,
    userId: connection.userId,

    async read(path, params, schema, readOptions = {}) {
      const target = prefix + encodePath(path) + queryString(basic ? params : [keyParam, ...params])
      const { signal } = readOptions
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await readOnce(target, schema, readOptions)
        } catch (error) {
          if (signal?.aborted) throw new Fault('cancelled', {}, { cause: error })
          note({ method: 'GET', path, params, kind: readOptions.kind ?? 'read' }, error, attempt)
          const delay = error instanceof ServiceError ? retryDelay(error, attempt, retries, random()) : null
          if (delay === null) throw error
          await clock.sleep(delay, signal)
          if (signal?.aborted) throw new Fault('cancelled', {}, { cause: error })
        }
      }
    },

    async write(method, path, params, schema, { signal } = {}) {
      const target = prefix + encodePath(path) + queryString([keyParam, ...params])
      const fresh = method === 'POST'
      const send = async (route: Route, limitMs: number): Promise<Exchanged> => {
        const way = fresh ? transport.fresh(origin, route) : transport.recent(origin, route)
        let answered = false
        try {
          const answer = await exchange({
            dispatcher: way.dispatcher,
            origin,
            method,
            path: target,
            headers: writeHeaders,
            limitMs,
            signal,
            viaProxy: route.kind === 'proxy',
            lastOnConnection: fresh,
          })
          answered = true
          return answer
        } finally {
          await way.end(answered)
        }
      }
      try {
        const turn = (): Promise<Exchanged> =>
          inTurn(() => onItsWay(send, writeLimitMs, signal), priorities.interactive, signal)
        return parseAnswer(await counted('write', { wait: false, signal }, turn), schema, writing)
      } catch (error) {
        note({ method, path, params, kind: 'write' }, error, 1)
        throw error
      }
    },

    close: () => transport.close(),
  }
}
