import { expect } from 'vitest'
import { watchLoop } from '../../crash/watch-loop.ts'
import { wholeTest } from '../../whole.ts'

wholeTest(
  'two computers on one folder, killed at random: each row of each version once, or told as open',
  async () => {
    const { kills, violations } = await watchLoop(1, 20_261_123, 2)
    expect(violations).toEqual([])
    expect(kills).toBeGreaterThanOrEqual(1)
  },
  300_000,
)
