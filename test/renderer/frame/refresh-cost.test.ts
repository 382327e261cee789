import { expect, test } from 'vitest'
import { isDear, refreshWords } from '../../../src/renderer/frame/refresh-cost.ts'

const quota = (used: number) => ({
  hour: used,
  day: used,
  month: used,
  hourLimit: 2_000,
  whose: 'own' as const,
  monthLimit: 20_000,
  blocked: null,
})

test('the cost of a refresh is told beside what is left of the nearer limit', () => {
  const cost = { adverts: 60, isRest: false }
  expect(refreshWords(cost, quota(100))).toBe(
    'Read 60 adverts again: 60 of the 1,900 requests that are left this hour.',
  )
  expect(isDear(cost, quota(100))).toBe(false)
  expect(isDear(cost, quota(1_500))).toBe(true)
  expect(refreshWords(cost, undefined)).toBe('Read 60 adverts again.')
})

test('if what is left is kept for orders, it is said that the reading will wait', () => {
  const cost = { adverts: 60, isRest: true }
  expect(refreshWords(cost, quota(1_740))).not.toContain('wait')
  expect(refreshWords(cost, quota(1_741))).toBe(
    'Read the 60 adverts that the stopped refresh left: 60 of the 259 requests that are left this hour. ' +
      'A tenth of the requests is kept for orders, so the reading will wait for the quota.',
  )
})
