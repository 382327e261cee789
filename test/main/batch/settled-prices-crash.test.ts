import { expect, test } from 'vitest'
import { Dice } from '../../../src/sandbox/world/random.ts'
import type { PricedMutantName } from '../../crash/mutants.ts'
import { pricedLives, runPricedWorld, type PricedLife } from '../../crash/settled-prices.ts'

const minute = 60_000
const lost = { kind: 'drop-after-commit', method: 'PUT', path: '/auto/new/autos' } as const
const still = { kill: null, faults: [] }

test('settled prices stay, whenever the process is killed', { timeout: 5 * minute }, async () => {
  const { violations } = await runPricedWorld(pricedLives(new Dice(20_261_123, 0)))
  expect(violations).toEqual([])
})

const settledThenText: readonly PricedLife[] = [
  { actions: ['read', 'prices', 'send'], kill: null, faults: [lost] },
  { actions: ['settle'], kill: { point: 'before-cached', nth: 1 }, faults: [] },
]

/** The shortest lives in which each mutant does harm. */
const mutants: readonly (readonly [PricedMutantName, readonly PricedLife[]])[] = [
  [
    'fills in the price that was cached',
    [
      { actions: ['read', 'prices', 'send'], kill: null, faults: [lost] },
      // The text was compared with the cache before the price was settled.
      { ...still, actions: ['texts', 'settle', 'send'] },
    ],
  ],
  [
    'forgets at the start what the cache did not take',
    [...settledThenText, { ...still, actions: ['settle'] }],
  ],
  [
    'tells the cache of answers alone',
    [
      { actions: ['read', 'prices', 'send'], kill: null, faults: [lost] },
      { ...still, actions: ['settle'] },
    ],
  ],
]

test.each(mutants)(
  'the checker catches an engine that %s',
  { timeout: 5 * minute },
  async (mutant, lives) => {
    expect((await runPricedWorld(lives)).violations).toEqual([])
    expect((await runPricedWorld(lives, mutant)).violations).not.toEqual([])
  },
)
