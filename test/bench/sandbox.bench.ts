import { startSandboxThread } from '../../src/sandbox/sandbox-in-thread.ts'
import type { Sandbox } from '../../src/sandbox/sandbox-options.ts'
import { median, type Figure } from './figure.ts'

export const name = 'Sandbox: 100,000 adverts'

const adverts = 100_000
const searches = 200
const thread = new URL('../../src/sandbox/sandbox-thread.ts', import.meta.url)

type Query = (turn: number) => string

/** Each turn asks for something else: what an earlier search found would be remembered. */
const queries: readonly (readonly [string, Query])[] = [
  ['one filter', (turn) => `price_ot=${1_000 + turn}&countpage=100`],
  [
    'ten filters',
    (turn) =>
      'category_id=1&bodystyle[0]=3&bodystyle[1]=2&type[0]=1&type[1]=2&gearbox[0]=2&s_yers[0]=2010&po_yers[0]=2025' +
      `&price_ot=1000&price_do=${90_000 - turn}&currency=1&engineVolumeFrom=1&with_photo=1&countpage=100`,
  ],
  ['nothing but the order, newest first', (turn) => `unknown_${turn}=1&countpage=100`],
  ['a deep page', (turn) => `price_ot=${2_000 + turn}&countpage=100&page=${500 + turn}`],
  ['the next page of the same search', (turn) => `price_ot=999&countpage=100&page=${turn}`],
]

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

async function figuresOf({ baseUrl, key }: Sandbox, what: string, query: Query): Promise<Figure[]> {
  const times: number[] = []
  for (let turn = 0; turn < searches; turn += 1) {
    const address = `${baseUrl}/auto/search?api_key=${key}&${query(turn)}`
    times.push(await timed(async () => (await fetch(address)).json()))
  }
  const late = times.toSorted((one, other) => one - other)[Math.ceil(searches * 0.95) - 1] ?? Number.NaN
  return [
    { name: `${what}, median`, value: median(times), unit: 'ms' },
    { name: `${what}, 95th percentile`, value: late, unit: 'ms', goal: 50 },
  ]
}

/** The embedded service in its thread, asked over HTTP one request after another. */
export async function run(): Promise<Figure[]> {
  const from = performance.now()
  const sandbox = await startSandboxThread(thread, { databasePath: ':memory:', adverts })
  const seeding = (performance.now() - from) / 1000
  const figures: Figure[] = [{ name: 'seeded and listening', value: seeding, unit: 's', goal: 10 }]
  for (const [what, query] of queries) figures.push(...(await figuresOf(sandbox, what, query)))
  await sandbox.close()
  return figures
}
