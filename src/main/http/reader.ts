import type { z } from 'zod'
import { Fault } from '#shared/bridge/failure.ts'
import type { Params } from '../service/params.ts'
import type { Clock } from '../system/clock.ts'
import type { ReadOptions } from './call.ts'
import { exchange, type Exchanged } from './exchange.ts'
import { parseAnswer } from './parse-answer.ts'
import type { Route } from './proxy.ts'
import { retryDelay, type RetryPolicy } from './retry.ts'
import { ServiceError } from './service-error.ts'
import type { WriterParts } from './writer.ts'

export interface ReaderParts extends WriterParts {
  readonly clock: Clock
  /** 0…1, for the jitter of retries. */
  readonly random: () => number
  readonly retries: RetryPolicy
}

/** Sends GET requests over kept connections, and again when that is safe and may help. */
export class Reader {
  readonly #parts: ReaderParts

  constructor(parts: ReaderParts) {
    this.#parts = parts
  }

  async read<Schema extends z.ZodType>(
    path: string,
    params: Params,
    schema: Schema,
    options: ReadOptions,
  ): Promise<z.output<Schema>> {
    const target = this.#parts.address.readTarget(path, params)
    const request = { method: 'GET', path, params, kind: options.kind ?? 'read' } as const
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#readOnce(target, schema, options)
      } catch (error) {
        refuseAborted(options.signal, error)
        this.#parts.failures.record(request, error, attempt)
        await this.#pause(error, attempt, options.signal)
      }
    }
  }

  /** Waits until the next attempt. @throws the error itself if another attempt would not help; Fault `cancelled`. */
  async #pause(error: unknown, attempt: number, signal: AbortSignal | undefined): Promise<void> {
    const { clock, random, retries } = this.#parts
    const delay = error instanceof ServiceError ? retryDelay(error, attempt, retries, random()) : null
    if (delay === null) throw error
    await clock.sleep(delay, signal)
    refuseAborted(signal, error)
  }

  /** The answer as it came, to one request. */
  async look(path: string, params: Params, signal?: AbortSignal): Promise<Exchanged> {
    return this.#sendOnce(this.#parts.address.readTarget(path, params), { signal, priority: 'interactive' })
  }

  async #readOnce<Schema extends z.ZodType>(
    target: string,
    schema: Schema,
    options: ReadOptions,
  ): Promise<z.output<Schema>> {
    return parseAnswer(await this.#sendOnce(target, options), schema, this.#parts.answers)
  }

  async #sendOnce(
    target: string,
    { signal, priority = 'background', kind = 'read' }: ReadOptions,
  ): Promise<Exchanged> {
    const { address, transport, queue, limitMs, onDate } = this.#parts
    const send = (route: Route, leftMs: number): Promise<Exchanged> =>
      exchange({
        dispatcher: transport.pooled(address.origin, route),
        origin: address.origin,
        method: 'GET',
        path: target,
        headers: address.readHeaders,
        limitMs: leftMs,
        signal,
        viaProxy: route.kind === 'proxy',
        onDate,
      })
    return queue.run({ kind, priority, signal }, () =>
      transport.send(address.origin, { limitMs, signal }, send),
    )
  }
}

function refuseAborted(signal: AbortSignal | undefined, cause: unknown): void {
  if (signal?.aborted) throw new Fault('cancelled', {}, { cause })
}
