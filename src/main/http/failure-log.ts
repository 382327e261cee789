import type { Log } from '../log/log.ts'
import { redactedStart, type Redactor } from '../log/redact.ts'
import type { Params } from '../service/params.ts'
import type { CallKind } from './call.ts'
import { ServiceError } from './service-error.ts'

/** A request as the log describes it. */
export interface LoggedRequest {
  readonly method: string
  readonly path: string
  readonly params: Params
  readonly kind: CallKind
}

/** Most characters that are logged of each value of a failed request, and most values. */
const valueLength = 100
const mostValues = 20

/** Writes failed requests to the log: what support needs to find the record and to see what it held. */
export class FailureLog {
  readonly #log: Log | undefined
  readonly #redactor: Redactor

  constructor(log: Log | undefined, redactor: Redactor) {
    this.#log = log
    this.#redactor = redactor
  }

  /** `attempt` counts from 1. Of an order nothing is quoted: a log is kept for longer than buyers' data may be. */
  record({ method, path, params, kind }: LoggedRequest, error: unknown, attempt: number): void {
    if (!(error instanceof ServiceError)) return
    const { code, status, serviceCode, sent, reason, answer, details } = error
    const asked = params
      .slice(0, mostValues)
      .map(([name, value]) => [name, redactedStart(this.#redactor, String(value), valueLength)])
    const quoted = kind === 'orders' ? {} : { value: details.value, answer }
    const facts = { code, status, serviceCode, sent, reason, attempt, field: details.path, ...quoted }
    this.#log?.warn('request failed', {
      method,
      path,
      asked: Object.fromEntries(asked),
      ...facts,
    })
  }
}
