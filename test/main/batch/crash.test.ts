import { expect, test } from 'vitest'
import { priceIn } from '#shared/batch/currency.ts'
import type { PlannedRow } from '../../../src/main/writes/planned-row.ts'
import { killLoop } from '../../crash/kill-loop.ts'
import { mutants, type MutantName } from '../../crash/mutants.ts'
import { openWorld, type Life } from '../../crash/world.ts'
import { car, planned } from './dealership.ts'

const minute = 60_000

test('killed at random, the journal keeps its promises', { timeout: 8 * minute }, async () => {
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
const dropRequest: Life['faults'] = [{ kind: 'drop-before', method: 'POST', path, count: 1 }]
const create = (): PlannedRow[] => [planned(2, 'create', car())]
const removal = ([id = 0]: readonly number[]): PlannedRow[] => [planned(2, 'delete', { auto_id: id })]
const editTo =
  (price: number) =>
  ([id = 0]: readonly number[]): PlannedRow[] => [planned(2, 'edit', { auto_id: id, currency_id: 1, price })]

type RowsFor = Parameters<typeof openWorld>[0]

interface Scenario {
  readonly rows: RowsFor
  /** The rows of a batch that is planned after the first and sent before it. */
  readonly newer?: (ownIds: readonly number[]) => PlannedRow[]
  readonly lives: readonly Life[] | ((ownIds: readonly number[]) => readonly Life[])
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
    lives: [sendOn, { ...sendOn, setback: 'older-copy-alone' }],
  },
  'raises no mark before sending': {
    rows: create,
    lives: [sendUntil({ point: 'before-result', nth: 1 }), { ...sendOn, setback: 'wal-lost' }],
  },
  'forgets a doubt when cancelled': {
    rows: removal,
    lives: [sendUntil(null, dropAnswer), { actions: ['send-again', 'cancel'], kill: null, faults: [] }],
  },
  'takes a proxy’s page for a refusal': {
    rows: create,
    lives: [
      sendUntil(null, [
        { kind: 'status', status: 429, body: '', retryAfter: 0, afterCommit: true, path, count: 1 },
      ]),
    ],
  },
  'believes every id': {
    rows: (ids) => [...editTo(1_111)(ids), planned(3, 'create', car())],
    lives: ([id = 0]) => [
      sendUntil(null, [
        {
          kind: 'status',
          status: 200,
          body: `{"num_rows":1,"last_insert_id":${id}}`,
          afterCommit: true,
          method: 'POST',
          path,
        },
      ]),
    ],
  },
  'binds what existed before': {
    rows: async ([id = 0], read) => {
      const live = await read(id)
      const currency = live.currency ?? 1
      const price = priceIn(live, currency) ?? 0
      const like = {
        ...{ marka_id: live.markaId ?? 0, model_id: live.modelId ?? 0, currency_id: currency, price },
        auto_note: live.description ?? '',
      }
      return [planned(2, 'create', car(like))]
    },
    lives: [sendUntil(null, dropRequest), { actions: ['settle'], kill: null, faults: [] }],
  },
  'lets an older batch win': { rows: editTo(1_111), newer: editTo(2_222), lives: [sendOn] },
}

async function harmDone({ rows, newer, lives }: Scenario, mutant?: MutantName): Promise<string[]> {
  // A busy machine must not turn an answer into a doubt: the scenario would be another one.
  let ids: readonly number[] = []
  const rowsFor: RowsFor = (ownIds, read) => rows((ids = ownIds), read)
  const world = await openWorld(rowsFor, {
    writeLimitMs: 20_000,
    ...(mutant === undefined ? {} : { mutant }),
  })
  try {
    if (newer) await world.plan(newer)
    for (const life of typeof lives === 'function' ? lives(ids) : lives) await world.live(life)
    return await world.violations()
  } finally {
    await world.close()
  }
}

test.each(Object.keys(mutants) as MutantName[])(
  'the checker catches an engine that %s',
  { timeout: 5 * minute },
  async (mutant) => {
    expect(await harmDone(scenarios[mutant])).toEqual([])
    expect(await harmDone(scenarios[mutant], mutant)).not.toEqual([])
  },
)
