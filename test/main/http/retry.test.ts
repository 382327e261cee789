import type { ServiceFailure } from '#shared/bridge/failure.ts'
import { describe, expect, test } from 'vitest'
import { parseRetryAfter, readRetries, retryDelay } from '../../../src/main/http/retry.ts'
import { ServiceError, type ServiceErrorFacts } from '../../../src/main/http/service-error.ts'

const failed = (code: ServiceFailure, facts: Partial<ServiceErrorFacts> = {}): ServiceError =>
  new ServiceError(code, { sent: 'maybe', answered: true, ...facts })

const delay = (error: ServiceError, attempt: number, random = 1) =>
  retryDelay(error, attempt, readRetries, random)

describe('when a read is tried again', () => {
  test('the wait doubles up to its cap, with jitter of half of it', () => {
    const policy = { attempts: 20, baseMs: 100, capMs: 1_000, longestMs: 1 }
    const waits = (random: number) =>
      [1, 2, 3, 4, 5, 6].map((attempt) => retryDelay(failed('network'), attempt, policy, random))
    expect(waits(1)).toEqual([100, 200, 400, 800, 1000, 1000])
    expect(waits(0)).toEqual([50, 100, 200, 400, 500, 500])
  })

  test.each(['timeout', 'auth', 'not-found', 'rejected', 'unreadable'] as const)('%s never', (code) => {
    expect(delay(failed(code, { retryAfterMs: 5 }), 1)).toBeNull()
  })

  test.each(['certificate', 'proxy-setting', 'proxy-login'])(
    '%s, which only a person can fix, never',
    (reason) => {
      expect(delay(failed('network', { reason }), 1)).toBeNull()
    },
  )

  test('the last attempt is the last', () => {
    expect(delay(failed('network'), readRetries.attempts - 1)).not.toBeNull()
    expect(delay(failed('network'), readRetries.attempts)).toBeNull()
  })

  test('Retry-After counts to the letter, up to a minute', () => {
    expect(delay(failed('rate-limit', { retryAfterMs: 0 }), 1)).toBe(0)
    expect(delay(failed('rate-limit', { retryAfterMs: 60_000 }), 1, 0)).toBe(60_000)
    expect(delay(failed('server', { status: 503, retryAfterMs: 60_001 }), 1)).toBeNull()
  })
})

const noon = Date.UTC(2026, 10, 21, 12)
const day = 24 * 3_600_000

test.each([
  ['12', 12_000],
  [' 0 ', 0],
  ['Sat, 21 Nov 2026 12:00:30 GMT', 30_000],
  ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
  ['Sat Nov 21 12:00:30 2026 GMT', 30_000],
  ['Fri, 31 Dec 9999 23:59:59 GMT', day],
  ['86401', day],
  ['99999999999999', day],
  ['9'.repeat(20), day],
  ['9'.repeat(400), day],
  [String(noon / 1_000 + 20), 20_000],
  [String(noon / 1_000 - 20), 0],
  [String(noon + 20_000), 20_000],
  ['soon', undefined],
  ['-5', undefined],
  ['in 5', undefined],
  ['', undefined],
  [undefined, undefined],
])('Retry-After: %j', (header, expected) => {
  expect(parseRetryAfter(header, noon)).toBe(expected)
  // A clock that is wrong changes nothing where the answer says its time.
  expect(parseRetryAfter(header, noon - 400 * day, new Date(noon).toUTCString())).toBe(expected)
})
