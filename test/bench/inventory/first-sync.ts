import { join } from 'node:path'
import { Fault } from '#shared/bridge/failure.ts'
import { HttpClient } from '../../../src/main/http/http-client.ts'
import { StockListTable } from '../../../src/main/inventory/stock-list-table.ts'
import { FreshWrites } from '../../../src/main/inventory/fresh-writes.ts'
import { InventoryApi } from '../../../src/main/inventory/inventory-api.ts'
import { AddressTable } from '../../../src/main/inventory/address-memory.ts'
import { ownKnowledge } from '../../../src/main/context/context.ts'
import { Journal } from '../../../src/main/batch/journal/journal.ts'
import { InventorySync } from '../../../src/main/inventory/inventory-sync.ts'
import { forEachConcurrently } from '../../../src/main/http/concurrency.ts'
import { Redactor } from '../../../src/main/log/redact.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import { failureWords } from '../../../src/shared/words/failure-words.ts'
import { startSandboxThread } from '../../../src/sandbox/sandbox-in-thread.ts'
import { measured, median, type Figure } from '../figure.ts'
import { against, collect } from '../rounds.ts'
import { openCache, type BenchCache } from './cache.ts'
import { namesOfRecord } from '../../../src/main/names/learned-names.ts'
import { NamesTable } from '../../../src/main/names/names-table.ts'

const adverts = 6_000
const roundCount = 7
const atOnce = 8

/** The first reading of a stock over loopback into an empty cache, beside the bare calls, in turns. */
export async function firstSyncFigures(): Promise<Figure[]> {
  const thread = new URL('../../../src/sandbox/sandbox-thread.ts', import.meta.url)
  const sandbox = await startSandboxThread(thread, { databasePath: ':memory:', adverts, ownShare: 100 })
  const connection = { ...sandbox, accountId: 'bench', readAuth: 'query' } as const
  const client = new HttpClient({
    connection,
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
  const caches: BenchCache[] = []
  const whole = async (): Promise<void> => {
    const cache = caches.at(-1) ?? openCache()
    const journal = new Journal(join(cache.folder, 'journal.db'), systemClock)
    const knowing = new InventoryApi(
      client,
      new AddressTable(cache.db, connection, systemClock),
      ownKnowledge(connection, cache.db, journal),
    )
    await syncOnce(knowing, sandbox.userId, cache)
    journal.close()
  }
  const times = await takeTurns({ raw, whole }, ids.length, () => caches.push(openCache()))
  for (const cache of caches) cache.close()
  await client.close()
  await sandbox.close()
  return figuresOf(times, ids.length)
}

type Name = 'raw' | 'whole'

/** Per advert in µs, by round: what the clock and what the processor of this thread took. */
type Times = Readonly<Record<Name, { readonly wall: number[]; readonly work: number[] }>>

/** Rounds in turn, after one that isn't counted; each begins with what `prepare` makes. */
async function takeTurns(
  works: Readonly<Record<Name, () => Promise<void>>>,
  count: number,
  prepare: () => unknown,
): Promise<Times> {
  const times: Times = { raw: { wall: [], work: [] }, whole: { wall: [], work: [] } }
  for (let round = 0; round <= roundCount; round++) {
    prepare()
    for (const name of ['raw', 'whole'] as const) {
      collect()
      const from = performance.now()
      const cpu = process.threadCpuUsage()
      await works[name]()
      if (round === 0) continue
      const { user, system } = process.threadCpuUsage(cpu)
      times[name].wall.push(((performance.now() - from) * 1_000) / count)
      times[name].work.push((user + system) / count)
    }
  }
  return times
}

function figuresOf({ raw, whole }: Times, count: number): Figure[] {
  const perSecond = whole.wall.map((took) => 1_000_000 / took)
  const ratio = { unit: '', goal: 0.74, atLeast: true } as const
  return [
    { name: `bare calls for ${count} own adverts`, value: 1_000_000 / median(raw.wall), unit: 'a second' },
    { name: 'first sync of them', ...measured(perSecond), unit: 'a second', goal: 4_000, atLeast: true },
    {
      name: 'first sync, speed against the bare calls by the clock',
      ...measured(against(raw.wall, whole.wall)),
      ...ratio,
    },
    { name: 'the same by processor time of main', ...measured(against(raw.work, whole.work)), ...ratio },
    { name: 'processor time of main for a bare call', ...measured(raw.work), unit: 'µs' },
    { name: 'processor time of main for an advert of the sync', ...measured(whole.work), unit: 'µs' },
  ]
}

async function syncOnce(api: InventoryApi, userId: number, cache: BenchCache): Promise<void> {
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
  if (failure) throw new Error(failure.words)
}
