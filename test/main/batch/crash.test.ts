import { expect, test } from 'vitest'
import type { PlannedRow } from '../../../src/main/writes/planned-row.ts'
import { killLoop } from '../../crash/kill-loop.ts'
import { mutants, type MutantName } from '../../crash/mutants.ts'
import { openWorld, type Life } from '../../crash/world.ts'
import { car, planned } from './dealership.ts'

const minute = 60_000

test('killed at random, the journal keeps its promises', { timeout: 3 * minute }, async () => {
  const { kills, violations } = await killLoop(12, 20_261_121)
  expect(violations).toEqual([])
  expect(kills).toBeGreaterThanOrEqual(12)
})

const path = '/auto/new/autos'
const sendUntil = (kill: Life['kill'], faults: Life['faults'] = []): Life => ({
  actions: ['send'],
  kill,
  faults,
})
const sendOn: Life = { actions: ['send'], kill: null, faults: [] }
const dropAnswer: Life['faults'] = [{ kind: 'drop-after-commit', path, count: 1 }]
const create = (): PlannedRow[] => [planned(2, 'create', car())]
const removal = ([id = 0]: readonly number[]): PlannedRow[] => [planned(2, 'delete', { auto_id: id })]

interface Scenario {
  readonly rows: (ownIds: readonly number[]) => PlannedRow[]
  readonly lives: readonly Life[]
}

/** The shortest scenario in which each mutant does harm. */
const scenarios: Record<MutantName, Scenario> = {
  'plans rows in flight again at startup': {
    rows: create,
    lives: [sendUntil({ point: 'after-headers', nth: 1 }), sendOn],
  },
  'claims after sending': { rows: create, lives: [sendUntil({ point: 'after-headers', nth: 1 }), sendOn] },
  'sends again on a reset': { rows: create, lives: [sendUntil(null, dropAnswer)] },
  'calls a doubt a failure': { rows: create, lives: [sendUntil(null, dropAnswer)] },
  'trusts a journal that went back in time': {
    rows: create,
    lives: [sendOn, { ...sendOn, setback: 'older-copy' }],
  },
  'raises no mark before sending': {
    rows: create,
    lives: [sendUntil({ point: 'before-result', nth: 1 }), { ...sendOn, setback: 'wal-lost' }],
  },
  'forgets a doubt when cancelled': {
    rows: removal,
    lives: [sendUntil(null, dropAnswer), { actions: ['send-again', 'cancel'], kill: null, faults: [] }],
  },
}

async function harmDone({ rows, lives }: Scenario, mutant?: MutantName): Promise<string[]> {
  // A busy machine must not turn an answer into a doubt: the scenario would be another one.
  const world = await openWorld(rows, { writeLimitMs: 20_000, ...(mutant === undefined ? {} : { mutant }) })
  try {
    for (const life of lives) await world.live(life)
    return await world.violations()
  } finally {
    await world.close()
  }
}

test.each(Object.keys(mutants) as MutantName[])(
  'the checker catches an engine that %s',
  { timeout: minute },
  async (mutant) => {
    expect(await harmDone(scenarios[mutant])).toEqual([])
    expect(await harmDone(scenarios[mutant], mutant)).not.toEqual([])
  },
)
