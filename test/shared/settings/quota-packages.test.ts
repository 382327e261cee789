import { expect, test } from 'vitest'
import { quotaLeft, quotaPackages } from '#shared/settings/quota-packages.ts'

test('the packages are those that the service sells', () => {
  expect(quotaPackages.map(({ perMonth, perHour }) => `${perMonth}/${perHour}`)).toEqual([
    '1000/30',
    '20000/2000',
    '100000/5000',
    '500000/10000',
    '1000000/20000',
  ])
})

test.each([
  [799, 'enough'],
  [800, 'low'],
  [899, 'low'],
  [900, 'very-low'],
  [1_000, 'very-low'],
])('of 1,000 calls with %i used, what is left is %s', (used, level) => {
  expect(quotaLeft(1_000, used)).toEqual({ limit: 1_000, left: 1_000 - used, level })
})

test('more used than allowed leaves nothing, and without a limit there is nothing to say', () => {
  expect(quotaLeft(1_000, 1_200)?.left).toBe(0)
  expect(quotaLeft(null, 1_200)).toBeNull()
})
