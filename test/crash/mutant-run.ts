import { priceIn } from '#shared/batch/currency.ts'
import type { PlannedRow } from '../../src/main/writes/planned-row.ts'
import { car, planned } from '../main/batch/dealership.ts'
import { mutants, type MutantName, type PricedMutantName } from './mutants.ts'
import { runPricedWorld, type PricedLife } from './settled-prices.ts'
import { openWorld, type Life } from './world.ts'

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
    // An older copy: what the log has may be in the file already when its process dies.
    lives: [sendUntil({ point: 'before-result', nth: 1 }), { ...sendOn, setback: 'older-copy-alone' }],
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
        marka_id: live.markaId ?? 0,
        model_id: live.modelId ?? 0,
        currency_id: currency,
        price,
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

const lost = { kind: 'drop-after-commit', method: 'PUT', path } as const
const still = { kill: null, faults: [] }

const settledThenText: readonly PricedLife[] = [
  { actions: ['read', 'prices', 'send'], kill: null, faults: [lost] },
  { actions: ['settle'], kill: { point: 'before-cached', nth: 1 }, faults: [] },
]

/** The shortest lives in which each engine with a cache does harm. */
const pricedScenarios: readonly (readonly [PricedMutantName, readonly PricedLife[]])[] = [
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

const harmOfPrices = async (lives: readonly PricedLife[], mutant?: PricedMutantName): Promise<string[]> => [
  ...(await runPricedWorld(lives, mutant)).violations,
]

const all: readonly (readonly [string, sound: () => Promise<string[]>, wrong: () => Promise<string[]>])[] = [
  ...(Object.keys(mutants) as MutantName[]).map(
    (name) => [name, () => harmDone(scenarios[name]), () => harmDone(scenarios[name], name)] as const,
  ),
  ...pricedScenarios.map(
    ([name, lives]) => [name, () => harmOfPrices(lives), () => harmOfPrices(lives, name)] as const,
  ),
]

/** Shows that the checker catches each wrong engine, and finds nothing wrong with the right one in the same lives. */
for (const [name, sound, wrong] of all) {
  const found = await sound()
  const caught = (await wrong()).length > 0
  if (found.length > 0 || !caught) process.exitCode = 1
  console.log(
    `${caught ? 'caught' : 'NOT CAUGHT'}: an engine that ${name}${found.map((each) => `; the right one: ${each}`).join('')}`,
  )
}
