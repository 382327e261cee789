import { expect, it } from 'vitest'
import { pauseAfter } from '../../../src/main/feeds/next-try.ts'

it('comes earlier after a failure, then later, and never before the address wants it', () => {
  const hour = 3_600_000
  expect([0, 1, 2, 3, 4, 5, 50].map((failures) => pauseAfter(failures, hour))).toEqual([
    hour,
    300_000,
    600_000,
    1_200_000,
    2_400_000,
    hour,
    hour,
  ])
  expect(pauseAfter(1, hour, 7_200)).toBe(7_200_000)
  expect(pauseAfter(1, hour, 1e12)).toBe(7 * 86_400_000)
})
