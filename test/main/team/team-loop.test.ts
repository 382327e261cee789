import { expect, test } from 'vitest'
import { teamLoop } from '../../team/team-loop.ts'

test('three desks that are killed, stopped and cut off keep the promises of their team', async () => {
  const { faults, creates, violations } = await teamLoop({ faults: 1, seed: 82, lives: 1 })
  expect(violations).toEqual([])
  expect(faults).toBeGreaterThanOrEqual(1)
  expect(creates).toBeGreaterThan(0)
}, 480_000)
