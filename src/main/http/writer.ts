import type { z } from 'zod'
import type { Params } from '../service/params.ts'
import type { WriteOptions } from './call.ts'
import { exchange, type Exchanged } from './exchange.ts'
import type { FailureLog } from './failure-log.ts'
import { parseAnswer, type AnswerContext } from './parse-answer.ts'
import type { Route } from './proxy.ts'
import type { RequestQueue } from './request-queue.ts'
import type { ServiceAddress } from './service-address.ts'
import type { Transport } from './transport.ts'

export type WriteMethod = 'POST' | 'PUT' | 'DELETE'

export interface WriterParts {
  readonly address: ServiceAddress
  readonly transport: Transport
  readonly queue: RequestQueue
  readonly failures: FailureLog
  readonly answers: AnswerContext
  readonly onDate: (date: string) => void
  readonly limitMs: number
}

/** Sends writes, each exactly once. */
export class Writer {
  readonly #parts: WriterParts

  constructor(parts: WriterParts) {
    this.#parts = parts
  }

  async write<Schema extends z.ZodType>(
    method: WriteMethod,
    path: string,
    params: Params,
    schema: Schema,
    { signal }: WriteOptions,
  ): Promise<z.output<Schema>> {
    const { address, transport, queue, failures, answers, limitMs } = this.#parts
    const target = address.writeTarget(path, params)
    const send = (route: Route, leftMs: number): Promise<Exchanged> =>
      this.#sendOnce(method, target, route, leftMs, signal)
    try {
      const answer = await queue.run({ kind: 'write', priority: 'interactive', signal }, () =>
        transport.send(address.origin, { limitMs, signal }, send),
      )
      return parseAnswer(answer, schema, answers)
    } catch (error) {
      failures.record({ method, path, params, kind: 'write' }, error, 1)
      throw error
    }
  }

  /** A create has a separate connection, an edit or delete a new one or one that carried another a moment ago. */
  async #sendOnce(
    method: WriteMethod,
    target: string,
    route: Route,
    limitMs: number,
    signal: AbortSignal | undefined,
  ): Promise<Exchanged> {
    const { address, transport, onDate } = this.#parts
    const isCreate = method === 'POST'
    const connection = isCreate
      ? transport.fresh(address.origin, route)
      : transport.recent(address.origin, route)
    let answered = false
    try {
      const answer = await exchange({
        dispatcher: connection.dispatcher,
        origin: address.origin,
        method,
        path: target,
        headers: address.writeHeaders,
        limitMs,
        signal,
        viaProxy: route.kind === 'proxy',
        onDate,
        lastOnConnection: isCreate,
      })
      answered = true
      return answer
    } finally {
      await connection.end(answered)
    }
  }
}
