import { isProxyLogin } from './proxy-logins.ts'
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

/** No wait that a server asks for is longer, in ms. */
const longestAsked = 24 * 3_600_000
/** A count that would be 31 years and more is a moment: seconds since 1970, or milliseconds. */
const firstSeconds = 1e9
const firstMs = 1e12
const moment = /\d:\d{2}/

/**
 * Milliseconds of a Retry-After header, at most a day: seconds, an HTTP date or a moment since 1970; undefined if it
 * can't be read.
 * @param answered the Date header of the same answer: a moment is reckoned from it, because the clock here may be wrong
 */
export function parseRetryAfter(
  header: string | undefined,
  now: number,
  answered?: string | readonly string[],
): number | undefined {
  if (header === undefined) return undefined
  const asked = askedMs(header.trim(), () => {
    const date = Date.parse(String(answered))
    return Number.isNaN(date) ? now : date
  })
  return Number.isNaN(asked) ? undefined : Math.min(Math.max(0, asked), longestAsked)
}

/** NaN for what can't be read. */
function askedMs(header: string, from: () => number): number {
  if (/^\d+(?:\.\d+)?$/.test(header)) {
    const count = Number(header)
    if (count >= firstMs) return count - from()
    return count >= firstSeconds ? count * 1_000 - from() : count * 1_000
  }
  return moment.test(header) ? Date.parse(header) - from() : Number.NaN
}
