import { Fault } from '#shared/bridge/failure.ts'
import { HttpClient } from '../../../src/main/http/http-client.ts'
import { StockListTable } from '../../../src/main/inventory/stock-list-table.ts'
import { FreshWrites } from '../../../src/main/inventory/fresh-writes.ts'
import { InventoryApi } from '../../../src/main/inventory/inventory-api.ts'
import { InventorySync } from '../../../src/main/inventory/inventory-sync.ts'
import { forEachConcurrently } from '../../../src/main/http/concurrency.ts'
import { Redactor } from '../../../src/main/log/redact.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import { failureWords } from '../../../src/main/words/failure-words.ts'
import { startSandboxThread } from '../../../src/sandbox/sandbox-in-thread.ts'
import { median, type Figure } from '../figure.ts'
import { collect } from '../rounds.ts'
import { openCache } from './cache.ts'
import { namesOfRecord } from '../../../src/main/names/learned-names.ts'
import { NamesTable } from '../../../src/main/names/names-table.ts'

const adverts = 6_000
const roundCount = 7
const atOnce = 8

/** The first reading of a stock over loopback into an empty cache, beside the bare calls, in turns. */
export async function firstSyncFigures(): Promise<Figure[]> {
  const thread = new URL('../../../src/sandbox/sandbox-thread.ts', import.meta.url)
  const sandbox = await startSandboxThread(thread, { databasePath: ':memory:', adverts, ownShare: 100 })
  const client = new HttpClient({
    connection: { ...sandbox, accountId: 'bench', readAuth: 'query' },
    redactor: new Redactor(),
    concurrency: atOnce,
  })
  const api = new InventoryApi(client)
  const own = await api.ownAdverts()
  const ids = [...(own?.active ?? []), ...(own?.archive ?? [])]
  const raw = (): Promise<void> =>
    forEachConcurrently(ids, atOnce, async (id) => {
      await api.advertInfo(id)
    })
  const whole = (): Promise<void> => syncOnce(api, sandbox.userId)
  const speeds = { raw: [] as number[], whole: [] as number[] }
  for (let round = 0; round <= roundCount; round++)
    for (const [name, work] of [
      ['raw', raw],
      ['whole', whole],
    ] as const) {
      collect()
      const from = performance.now()
      await work()
      if (round > 0) speeds[name].push((ids.length / (performance.now() - from)) * 1_000)
    }
  await client.close()
  await sandbox.close()
  return [
    { name: `bare calls for ${ids.length} own adverts`, value: median(speeds.raw), unit: 'a second' },
    {
      name: 'first sync of them',
      value: median(speeds.whole),
      unit: 'a second',
      goal: 4_000,
      atLeast: true,
    },
    {
      name: 'first sync, slowest and quickest round',
      value: Math.min(...speeds.whole),
      unit: `… ${Math.round(Math.max(...speeds.whole))}`,
    },
  ]
}

async function syncOnce(api: InventoryApi, userId: number): Promise<void> {
  const cache = openCache()
  const names = new NamesTable(cache.db)
  const sync = new InventorySync({
    table: cache.table,
    list: new StockListTable(cache.db),
    fresh: new FreshWrites(systemClock),
    clock: systemClock,
    owner: () => Promise.resolve({ accountId: 'bench', userId }),
    source: () => Promise.resolve(api),
    waitsUntil: () => null,
    mayReadSoon: () => false,
    words: (fault) => failureWords(fault instanceof Fault ? fault : new Fault('internal')),
    onUnread: () => undefined,
    onSync: () => undefined,
    onChanged: () => undefined,
    onRecord: ({ accountId }, record) => names.learn(accountId, namesOfRecord(record)),
  })
  const { failure } = await sync.sync()
  await sync.close()
  cache.close()
  if (failure) throw new Error(failure.words)
}
