import { expect, test } from 'vitest'
import { killLoop } from '../../crash/kill-loop.ts'
import { runPricedWorld, type PricedLife } from '../../crash/settled-prices.ts'
import { runStockWorld } from '../../crash/stock-loop.ts'
import { isWhole, wholeTest } from '../../whole.ts'

// A short run of `npm run test:crash`: what only a process that really dies shows.

test('killed at random, the journal keeps its promises', async () => {
  const { kills, violations } = await killLoop(isWhole ? 2 : 1, 20_261_121)
  expect(violations).toEqual([])
  expect(kills).toBeGreaterThanOrEqual(1)
})

const lost = { kind: 'drop-after-commit', method: 'PUT', path: '/auto/new/autos' } as const
const settledAndKilled: readonly PricedLife[] = [
  { actions: ['read', 'prices', 'send'], kill: null, faults: [{ ...lost, count: 2 }] },
  { actions: ['settle'], kill: { point: 'before-cached', nth: 1 }, faults: [] },
  { actions: ['texts', 'send'], kill: { point: 'before-result', nth: 1 }, faults: [] },
  { actions: ['settle', 'send'], kill: null, faults: [] },
  // Only a start: what the cache did not take is taken from the journal.
  { actions: [], kill: null, faults: [] },
]

wholeTest('settled prices stay, though the process is killed before the cache has them', async () => {
  const { kills, violations } = await runPricedWorld(settledAndKilled)
  expect(violations).toEqual([])
  expect(kills).toHaveLength(2)
})

wholeTest(
  'killed at random, the nightly file of the whole stock makes no second advert and withdraws none of its cars',
  async () => {
    const { kills, violations } = await runStockWorld(20_261_124, 1)
    expect(violations).toEqual([])
    expect(kills.length).toBeGreaterThan(0)
  },
)
