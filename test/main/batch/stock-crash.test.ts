import { expect, test } from 'vitest'
import { killLoop } from '../../crash/kill-loop.ts'

test(
  'killed at random, the nightly file of the whole stock makes no second advert and withdraws none of its cars',
  { timeout: 300_000 },
  async () => {
    const { kills, violations } = await killLoop(4, 20_261_124, 'stock')
    expect(violations).toEqual([])
    expect(kills).toBeGreaterThanOrEqual(4)
  },
)
