import type { z } from 'zod'
import type { Log } from '../log/log.ts'
import type { Redactor } from '../log/redact.ts'
import type { Params } from '../service/params.ts'
import { systemClock, type Clock } from '../system/clock.ts'
import type { CallBudget, ReadOptions, WriteOptions } from './call.ts'
import type { Connection } from './connection.ts'
import type { Exchanged } from './exchange.ts'
import { FailureLog } from './failure-log.ts'
import type { ProxyFor } from './proxy.ts'
import { Reader } from './reader.ts'
import { RequestQueue } from './request-queue.ts'
import { readRetries, type RetryPolicy } from './retry.ts'
import { ServiceClock } from './service-clock.ts'
import { ServiceAddress } from './service-address.ts'
import { Transport } from './transport.ts'
import { Writer, type WriteMethod } from './writer.ts'

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
  /** Requests begun in any second; null = no limit. */
  readonly perSecond?: number | null
  readonly readLimitMs?: number
  readonly writeLimitMs?: number
  readonly connectMs?: number
}

/** The service over HTTP for one account: reads that may be repeated, and writes that are sent once. */
export class HttpClient {
  readonly accountId: string
  readonly userId: number
  readonly #transport: Transport
  readonly #reader: Reader
  readonly #writer: Writer
  readonly #serviceClock = new ServiceClock()

  constructor(options: HttpClientOptions) {
    const { connection, redactor, log, budget, clock = systemClock, random = Math.random } = options
    const { concurrency = 16, perSecond = null, retries = readRetries } = options
    const now = (): number => clock.now()
    redactor.addKey(connection.key)
    this.accountId = connection.accountId
    this.userId = connection.userId
    this.#transport = new Transport({
      proxyFor: options.proxyFor,
      connections: concurrency,
      connectMs: options.connectMs,
      now,
    })
    const shared = {
      address: new ServiceAddress(connection),
      transport: this.#transport,
      queue: new RequestQueue({ budget, log, concurrency, perSecond }),
      failures: new FailureLog(log, redactor),
      onDate: (date: string): void => this.#serviceClock.observe(date),
    }
    this.#reader = new Reader({
      ...shared,
      answers: { redactor, now, isWrite: false },
      clock,
      random,
      retries,
      limitMs: options.readLimitMs ?? 30_000,
    })
    this.#writer = new Writer({
      ...shared,
      answers: { redactor, now, isWrite: true },
      limitMs: options.writeLimitMs ?? 60_000,
    })
  }

  /** The time at the service, ms since 1970, as its last answer said; null before the first one. */
  serviceNow(): number | null {
    return this.#serviceClock.now()
  }

  /**
   * GET, parsed by the schema. Repeated when that is safe and may help.
   * @throws ServiceError; Fault `quota` or `cancelled`.
   */
  read<Schema extends z.ZodType>(
    path: string,
    params: Params,
    schema: Schema,
    options: ReadOptions = {},
  ): Promise<z.output<Schema>> {
    return this.#reader.read(path, params, schema, options)
  }

  /**
   * GET, sent once, as it is answered: status, headers and body, whatever they say.
   * @throws ServiceError if there is no answer; Fault `quota` or `cancelled`.
   */
  look(path: string, params: Params, signal?: AbortSignal): Promise<Exchanged> {
    return this.#reader.look(path, params, signal)
  }

  /**
   * A write, sent once: no redirect, no retry. A create has a separate connection, an edit or delete a new one or one
   * that carried another a moment ago.
   * @throws ServiceError, whose `sent` says whether something may have left. Any other error means that nothing was
   * sent: Fault `quota` (with `wakesAt`), Fault `cancelled`.
   */
  write<Schema extends z.ZodType>(
    method: WriteMethod,
    path: string,
    params: Params,
    schema: Schema,
    options: WriteOptions = {},
  ): Promise<z.output<Schema>> {
    return this.#writer.write(method, path, params, schema, options)
  }

  /** Ends the kept connections: reads under way fail, writes end by themselves. */
  close(): Promise<void> {
    return this.#transport.close()
  }
}
