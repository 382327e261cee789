import { join } from 'node:path'
import { currencyOfCode } from '#shared/batch/currency.ts'
import type { PricedOrder } from './settled-prices.ts'
import { openBatches } from '../../src/main/batch/open-batches.ts'
import { knownAdvertOf } from '../../src/main/joins/batch-ports.ts'
import { Journal } from '../../src/main/batch/journal/journal.ts'
import { type AdvertFacts, shownFacts } from '../../src/main/inventory/advert-rows.ts'
import { AdvertsTable } from '../../src/main/inventory/adverts-table.ts'
import { cachedAdvert } from '../../src/main/inventory/cached-advert.ts'
import { FreshWrites } from '../../src/main/inventory/fresh-writes.ts'
import { WriteRecorder } from '../../src/main/inventory/write-recorder.ts'
import { compareRow } from '../../src/main/import/compare/row-compare.ts'
import { NamesTable } from '../../src/main/names/names-table.ts'
import { systemClock, timestamp } from '../../src/main/system/clock.ts'
import { withoutKnownPrice } from '../../src/main/writes/edit-price.ts'
import type { PlannedRow } from '../../src/main/writes/planned-row.ts'
import { shownValues } from '../../src/main/writes/shown-values.ts'
import { openCache } from '../bench/full-folder.ts'
import { accountId, connectTo } from '../main/batch/connect-to.ts'
import { planned, source } from '../main/batch/dealership.ts'
import { alone } from '../main/batch/alone.ts'
import { dieAt } from './die-at.ts'
import type { KillPoint } from './world.ts'

/**
 * The engine with a cache, as a process that can be killed. Prices are edited, and other fields of the same adverts
 * without a price, as an import compares and plans them with the cache.
 */
const order = JSON.parse(process.env.CRASH_ORDER ?? '') as PricedOrder
const { address, dataDir, adverts } = order
const owner = { accountId, userId: address.userId }

const pass = dieAt<KillPoint>(order.kill && 'point' in order.kill ? order.kill : null)

const cache = openCache(dataDir)
const table = new AdvertsTable(cache)
const recorder = new WriteRecorder({
  table,
  names: new NamesTable(cache),
  clock: systemClock,
  fresh: new FreshWrites(systemClock),
  sync: { readSoon: () => undefined },
  onChanged: () => undefined,
})
const journal = new Journal(join(dataDir, 'journal.db'), systemClock)
const { port, client, inventory } = connectTo(
  address,
  { writeLimitMs: 15_000, readLimitMs: 15_000 },
  () => journal,
)
const factsOf = (id: number): AdvertFacts | undefined => table.facts.all(accountId, [id])[0]
const batches = openBatches({
  ...alone,
  journal,
  dataDir,
  connect: () => Promise.resolve(port),
  noteWritten: (of, write, autoId) => {
    pass('before-cached')
    recorder.record(of, write, autoId)
    pass('after-cached')
    return true
  },
  cached: (_account, id) => {
    const facts = factsOf(id)
    return facts ? knownAdvertOf(facts) : null
  },
  onPoint: pass,
})
batches.recovery.recover()

/** A row as an import plans it: compared with the cache, and without a price that it does not name. */
function rowOf(id: number, line: number, change: object): PlannedRow {
  const facts = factsOf(id)
  if (!facts) throw new Error('an advert is not cached')
  const named = { auto_id: id, currency_id: currencyOfCode(facts.mainCurrency) ?? 1, ...change }
  const shown = shownFacts(facts)
  const current = {
    title: facts.title,
    userId: facts.userId,
    gone: false,
    prices: Object.fromEntries(
      [1, 2, 3].map((currency) => [currency, shown[priceNames[currency - 1] ?? 'usd']]),
    ),
    values: shownValues(shown),
  }
  const known = compareRow('edit', named, current, owner.userId).comparison ?? { before: {}, rowPrice: null }
  const payload = withoutKnownPrice('edit', named, known)
  return { ...planned(line, 'edit', payload, known.before), overwrite: false }
}
const priceNames = ['usd', 'eur', 'uah'] as const

const actions = {
  read: async () => {
    for (const id of adverts)
      table.save(accountId, [cachedAdvert(await inventory.advertInfo(id), timestamp(systemClock))])
  },
  prices: async () => {
    const rows = adverts.map((id, n) => rowOf(id, n + 2, { price: order.price + n }))
    await batches.planner.plan(source(owner.userId), rows)
  },
  // The last advert gets no other edit: its price reaches the cache by the settling alone.
  texts: async () => {
    const rows = adverts
      .slice(0, -1)
      .map((id, n) => rowOf(id, n + 2, { version: `Текст ${order.price + n}` }))
    await batches.planner.plan(source(owner.userId), rows)
  },
  send: async () => {
    for (const { id } of batches.reader.list()) await batches.control.send(id)
    await batches.control.idle()
  },
  settle: async () => {
    for (const { id } of batches.reader.list()) await batches.settling.settle(id)
  },
} satisfies Record<PricedOrder['actions'][number], () => Promise<void>>

for (const action of order.actions) await actions[action]()
await batches.close()
await client.close()
cache.close()
