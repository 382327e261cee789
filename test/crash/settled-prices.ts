import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { FaultRule } from '../../src/sandbox/control/faults.ts'
import type { LedgerEntry } from '../../src/sandbox/control/ledger.ts'
import { startSandbox } from '../../src/sandbox/sandbox.ts'
import type { Dice } from '../../src/sandbox/world/random.ts'
import { connectTo, type Address } from '../main/batch/connect-to.ts'
import { SandboxControl } from '../sandbox/sandbox-control.ts'
import type { PricedMutantName } from './mutants.ts'
import { runChild, type Kill, type KillPoint } from './world.ts'
import { scriptPath } from '../scripts.ts'

type PricedAction = 'read' | 'prices' | 'texts' | 'send' | 'settle'

/** One life of the process. */
export interface PricedLife {
  readonly actions: readonly PricedAction[]
  readonly kill: Kill | null
  readonly faults: readonly FaultRule[]
}

/** What a process is told to do. */
export interface PricedOrder {
  readonly actions: readonly PricedAction[]
  readonly kill: Kill | null
  readonly dataDir: string
  readonly address: Address
  readonly adverts: readonly number[]
  /** The price of the first advert; those of the others follow. */
  readonly price: number
}

const child = scriptPath('priced-child')
const path = '/auto/new/autos'
const points: readonly KillPoint[] = [
  'after-claim',
  'before-result',
  'before-cached',
  'after-cached',
  'after-result',
]

const lost: FaultRule = { kind: 'drop-after-commit', method: 'PUT', path }

/** Prices whose answers are lost, settled, and edits of other fields after them; killed wherever the dice say. */
export function pricedLives(dice: Dice): PricedLife[] {
  const kill = (chance: number): Kill | null =>
    dice.chance(chance) ? { point: dice.pick(points), nth: dice.whole(1, 3) } : null
  return [
    { actions: ['read', 'prices', 'send'], kill: null, faults: [{ ...lost, count: dice.whole(1, 3) }] },
    { actions: ['settle'], kill: kill(0.8), faults: [] },
    { actions: ['texts', 'send'], kill: kill(0.5), faults: dice.chance(0.5) ? [{ ...lost, count: 1 }] : [] },
    {
      actions: ['settle', 'send', 'prices', 'send'],
      kill: kill(0.5),
      faults: [{ ...lost, count: dice.whole(1, 3) }],
    },
    { actions: ['settle', 'texts', 'send'], kill: kill(0.5), faults: [] },
    { actions: ['settle', 'send', 'settle', 'send'], kill: null, faults: [] },
    // Only a start: what the cache did not take is taken from the journal.
    { actions: [], kill: null, faults: [] },
  ]
}

interface PricedEnd {
  readonly kills: readonly Kill[]
  readonly violations: readonly string[]
}

/** Lives on one sandbox and one data folder. */
export async function runPricedWorld(
  lives: readonly PricedLife[],
  mutant?: PricedMutantName,
): Promise<PricedEnd> {
  const sandbox = await startSandbox({ databasePath: ':memory:', adverts: 30 })
  const control = new SandboxControl(sandbox.baseUrl, sandbox.controlToken)
  const dataDir = mkdtempSync(join(tmpdir(), 'forecourt-prices-'))
  const { baseUrl, key, userId, controlToken } = sandbox
  const address = { baseUrl, key, userId, controlToken }
  try {
    const adverts = await someInDollars(address, control)
    const kills: Kill[] = []
    for (const [age, { actions, kill, faults }] of lives.entries()) {
      await control.clearFaults()
      for (const fault of faults) await control.addFault(fault)
      const price = (adverts[0]?.price ?? 0) + 10 * (age + 1)
      const ids = adverts.map(({ id }) => id)
      const order: PricedOrder = { actions, kill, dataDir, address, adverts: ids, price }
      if ((await runChild(order, mutant, child)) && kill) kills.push(kill)
    }
    const ledger = await control.ledger()
    const cached = cachedPrices(dataDir)
    return { kills, violations: [...putBack(ledger, adverts), ...(await staleIn(cached, adverts, control))] }
  } finally {
    await sandbox.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

interface Priced {
  readonly id: number
  readonly price: number
}

/** Own adverts whose prices are alike, given in dollars: no edit of them is a jump. */
async function someInDollars(address: Address, control: SandboxControl): Promise<Priced[]> {
  const { client, inventory, port } = connectTo(address)
  const own = ((await inventory.ownAdverts())?.active ?? []).slice(0, 3)
  const price = 20_000
  for (const id of own)
    await port.write(
      { operation: 'edit', payload: { auto_id: id, currency_id: 1, price } },
      AbortSignal.timeout(120_000),
    )
  await client.close()
  await control.clearFaults()
  return own.map((id) => ({ id, price }))
}

/** Edits that name a text alone and moved the price that the service held then. */
function putBack(ledger: readonly LedgerEntry[], adverts: readonly Priced[]): string[] {
  const held = new Map(adverts.map(({ id, price }) => [id, price]))
  return ledger
    .filter(({ method, committed }) => method === 'PUT' && committed)
    .flatMap(({ params }) => {
      const id = Number(params.auto_id)
      const price = Number(params.price)
      const before = held.get(id)
      held.set(id, price)
      return params.version === undefined || price === before
        ? []
        : [`the price ${String(before)} of ${id} was put back to ${price} by an edit of its text`]
    })
}

function cachedPrices(dataDir: string): ReadonlyMap<number, number | null> {
  const cache = new DatabaseSync(join(dataDir, 'cache.db'), { readOnly: true })
  try {
    const rows = cache.prepare('SELECT id, usd FROM adverts').all()
    const schema = z.object({ id: z.number(), usd: z.number().nullable() })
    return new Map(rows.map((row) => [schema.parse(row).id, schema.parse(row).usd]))
  } finally {
    cache.close()
  }
}

/** Adverts of which the cache holds another price than the service, though every edit has ended. */
async function staleIn(
  cached: ReadonlyMap<number, number | null>,
  adverts: readonly Priced[],
  control: SandboxControl,
): Promise<string[]> {
  const found: string[] = []
  for (const { id } of adverts) {
    const live = (await control.advert(id))?.price
    if (cached.get(id) !== live)
      found.push(`the cache holds ${String(cached.get(id))} for ${id}, the service ${String(live)}`)
  }
  return found
}
