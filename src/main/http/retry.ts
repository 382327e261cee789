import { isProxyLogin } from './proxy-login-error.ts'
import type { ServiceError } from './service-error.ts'

export interface RetryPolicy {
  /** Tries in all, the first one included. */
  readonly attempts: number
  readonly baseMs: number
  readonly capMs: number
  /** After a longer Retry-After there is no further try. */
  readonly longestMs: number
}

export const readRetries: RetryPolicy = { attempts: 4, baseMs: 300, capMs: 8_000, longestMs: 60_000 }

const gateways = new Set([502, 503, 504])

/** Reasons that only a person can fix. */
const lasting = new Set(['certificate', 'proxy-setting'])

const mayHelp = (error: ServiceError): boolean =>
  (error.code === 'network' && !lasting.has(error.reason ?? '') && !isProxyLogin(error.reason)) ||
  error.code === 'rate-limit' ||
  error.reason === 'upstream' ||
  (error.status !== undefined && gateways.has(error.status))

/**
 * Milliseconds to wait before the next try of a read, or null if there should be none. Exponential with full
 * jitter (`random` in 0…1); Retry-After is followed exactly. `attempt` is the number of tries so far.
 */
export function retryDelay(
  error: ServiceError,
  attempt: number,
  policy: RetryPolicy,
  random: number,
): number | null {
  if (attempt >= policy.attempts || !mayHelp(error)) return null
  const { retryAfterMs } = error
  if (retryAfterMs !== undefined) return retryAfterMs <= policy.longestMs ? retryAfterMs : null
  return Math.round(Math.min(policy.capMs, policy.baseMs * 2 ** (attempt - 1)) * (0.5 + random / 2))
}

/** Milliseconds that a Retry-After header asks for: seconds or an HTTP date; undefined if it can't be read. */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  if (/^\s*\d+(?:\.\d+)?\s*$/.test(header)) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
