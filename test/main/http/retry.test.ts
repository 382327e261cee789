import type { ServiceFailure } from '#shared/bridge/failure.ts'
import { describe, expect, test } from 'vitest'
import { readRetries, retryDelay } from '../../../src/main/http/retry.ts'
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

  test('Retry-After counts to the letter, up to a minute', () => {
    expect(delay(failed('rate-limit', { retryAfterMs: 0 }), 1)).toBe(0)
    expect(delay(failed('rate-limit', { retryAfterMs: 60_000 }), 1, 0)).toBe(60_000)
    expect(delay(failed('server', { status: 503, retryAfterMs: 60_001 }), 1)).toBeNull()
  })
})
