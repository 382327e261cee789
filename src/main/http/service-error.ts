import { Fault, type FailureDetails, type ServiceFailure } from '#shared/bridge/failure.ts'
import type { PracticeTrouble } from './practice-trouble.ts'

export interface ServiceErrorFacts {
  /** `no` only if it is proven that no byte of the request left: DNS, refused, TLS, proxy, cancelled before. */
  readonly sent: 'no' | 'maybe'
  /** True once a status line came back. */
  readonly answered: boolean
  readonly status?: number | undefined
  /** The service's own code: API_KEY_INVALID, OVER_RATE_LIMIT, … */
  readonly serviceCode?: string | undefined
  readonly serviceMessage?: string | undefined
  /** True if the answer has the service's own form of an error: only then it is a proof that nothing was done. */
  readonly ownForm?: boolean | undefined
  /** From Retry-After, in milliseconds. */
  readonly retryAfterMs?: number | undefined
  /** Time for which nothing came, in milliseconds. */
  readonly waitedMs?: number | undefined
  /** First 500 characters of the body, redacted. */
  readonly answer?: string | undefined
  /** Closer cause: `dns`, `refused`, `certificate`, `proxy`, `closed`, `html`, `cut-off`, … */
  readonly reason?: string | undefined
  /** Set if it changes what a person can do about it. */
  readonly asked?: 'read' | undefined
  /** The place in the answer that could not be read, and the value there (redacted). */
  readonly path?: string | undefined
  readonly value?: string | undefined
}

const shown = ['status', 'serviceCode', 'serviceMessage', 'reason', 'asked', 'path', 'value'] as const

function details(facts: ServiceErrorFacts): FailureDetails {
  const known = new Map<string, string | number>()
  for (const name of shown) {
    const value = facts[name]
    if (value !== undefined) known.set(name, value)
  }
  const waitMs = facts.retryAfterMs ?? facts.waitedMs
  if (waitMs !== undefined) known.set('seconds', Math.ceil(waitMs / 1000))
  return Object.fromEntries(known)
}

/** A request that failed at the service or before it was reached. Everything in it is redacted already. */
export class ServiceError extends Fault {
  declare readonly code: ServiceFailure
  readonly sent: 'no' | 'maybe'
  readonly answered: boolean
  readonly status: number | undefined
  readonly serviceCode: string | undefined
  readonly retryAfterMs: number | undefined
  readonly answer: string | undefined
  readonly reason: string | undefined
  readonly ownForm: boolean

  constructor(code: ServiceFailure, facts: ServiceErrorFacts, options?: ErrorOptions) {
    super(code, details(facts), options)
    this.name = 'ServiceError'
    this.sent = facts.sent
    this.answered = facts.answered
    this.status = facts.status
    this.serviceCode = facts.serviceCode
    this.retryAfterMs = facts.retryAfterMs
    this.answer = facts.answer
    this.reason = facts.reason
    this.ownForm = facts.ownForm ?? false
  }
}

/** Why the next request would most likely be refused too, in whatever form this answer came; null if it wouldn't. */
export function refusalOfAll({ code, status }: ServiceError): 'package' | 'auth' | 'rate-limit' | null {
  if (code === 'package') return 'package'
  if (code === 'auth' || status === 401 || status === 403) return 'auth'
  return code === 'rate-limit' || status === 429 ? 'rate-limit' : null
}

/** True if the service itself says that it has no such thing: a proxy's 404 says nothing about it. */
export const saysMissing = (error: unknown): boolean =>
  error instanceof Fault && error.code === 'not-found' && (!(error instanceof ServiceError) || error.ownForm)

/** True if no address of the service shows the advert, which does not prove that it is gone. */
export const saysNotShown = (error: unknown): boolean =>
  error instanceof ServiceError && error.code === 'not-found' && error.reason === 'not-shown'

/**
 * True if the service itself says that the account has no such address: it is unknown, closed to this key, or takes no
 * GET. For addresses that are no part of the contract.
 */
export function saysNoSuchAddress(error: unknown): error is ServiceError {
  if (!(error instanceof ServiceError)) return false
  if (error.code === 'not-found') return error.ownForm || error.reason === 'path'
  const closed = error.status === 403 && error.code === 'auth'
  return error.ownForm && (error.status === 405 || (closed && !ofKeyItself.has(error.serviceCode ?? '')))
}

/** Refusals of the key that every other address would meet too. */
const ofKeyItself = new Set(['API_KEY_MISSING', 'API_KEY_INVALID', 'API_KEY_DISABLED', 'API_KEY_UNVERIFIED'])

const codes: Readonly<Record<string, ServiceFailure>> = {
  OVER_RATE_LIMIT: 'rate-limit',
  NOT_FOUND: 'not-found',
  HTTPS_REQUIRED: 'rejected',
  NOT_ENOUGH_DATA: 'rejected',
}

const statuses: Readonly<Record<number, ServiceFailure>> = {
  401: 'auth',
  403: 'auth',
  404: 'not-found',
  408: 'timeout',
  410: 'not-found',
  429: 'rate-limit',
}

/** Failures by the meaning of an answer in practice, which is known better than its status is. */
const troubles: Readonly<Record<PracticeTrouble, ServiceFailure>> = {
  hour: 'rate-limit',
  package: 'package',
  upstream: 'server',
  path: 'not-found',
  moved: 'server',
}

/**
 * Failure for a status and the service's own code. A 5xx stays `server` whatever its body says, and so does a
 * redirect: neither says whether a write was executed.
 */
export function failureOf(status: number, serviceCode?: string, trouble?: PracticeTrouble): ServiceFailure {
  if (status >= 500 || (status >= 300 && status < 400)) return 'server'
  if (trouble) return troubles[trouble]
  if (serviceCode?.startsWith('API_KEY_')) return 'auth'
  return codes[serviceCode ?? ''] ?? statuses[status] ?? 'rejected'
}
