import { expect, it } from 'vitest'
import { everyOf, pauseAfter } from '../../../src/main/feeds/next-try.ts'

it('reads how often an address is asked, from 5 minutes to 7 days', () => {
  expect(['15m', '1h', '1d', '5m', '7d', '300m'].map(everyOf)).toEqual([
    ...[900_000, 3_600_000, 86_400_000, 300_000, 604_800_000, 18_000_000],
  ])
  expect(['4m', '8d', '1', 'h', '1.5h', '-1h', '1 h', '60s', ''].map(everyOf)).toEqual(Array(9).fill(null))
})

it('comes earlier after a failure, then later, and never before the address wants it', () => {
  const hour = 3_600_000
  expect([0, 1, 2, 3, 4, 5, 50].map((failures) => pauseAfter(failures, hour))).toEqual([
    ...[hour, 300_000, 600_000, 1_200_000, 2_400_000, hour, hour],
  ])
  expect(pauseAfter(1, hour, 7_200)).toBe(7_200_000)
  expect(pauseAfter(1, hour, 1e12)).toBe(7 * 86_400_000)
})
