import { once } from 'node:events'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { HttpClient } from '../../src/main/http/http-client.ts'
import { advertsSchema } from '../../src/main/inventory/adverts-schema.ts'
import { AdvertsTable } from '../../src/main/inventory/adverts-table.ts'
import { cachedAdvert } from '../../src/main/inventory/cached-advert.ts'
import { InventoryApi } from '../../src/main/inventory/inventory-api.ts'
import { Redactor } from '../../src/main/log/redact.ts'
import { MarketDesk } from '../../src/main/search/market-desk.ts'
import { marketSchema } from '../main/search/market-schema.ts'
import { MarketService } from '../../src/main/search/market-service.ts'
import { MarketTable } from '../../src/main/search/market-table.ts'
import { createSearchApi } from '../../src/main/search/search-api.ts'
import { systemClock, timestamp } from '../../src/main/system/clock.ts'
import { failureWords } from '../../src/shared/words/failure-words.ts'
import { Fault } from '../../src/shared/bridge/failure.ts'
import { measured, type Figure } from './figure.ts'

export const name = 'Market: the first page and the records, with a service that takes 50 ms for an answer'

const delay = 50
const records = 1_000
const concurrency = 16
const rounds = 5
/** All records in full waves, in ms. */
const ideal = (records / concurrency) * delay

interface Opened {
  readonly baseUrl: string
  readonly desk: MarketDesk
  close(): Promise<void>
}

async function opened(): Promise<Opened> {
  const worker = new Worker(new URL('delayed-server.ts', import.meta.url), { workerData: { delay } })
  const [port] = (await once(worker, 'message')) as [number]
  const baseUrl = `http://127.0.0.1:${port}`
  const client = new HttpClient({
    connection: { accountId: 'bench', baseUrl, userId: 1, key: 'k'.repeat(40), readAuth: 'query' },
    redactor: new Redactor(),
    concurrency,
  })
  const db = new DatabaseSync(':memory:')
  db.exec(advertsSchema + marketSchema)
  const table = new AdvertsTable(db)
  const inventory = new InventoryApi(client)
  const desk = new MarketDesk({
    market: new MarketService({
      api: () => Promise.resolve(createSearchApi(client)),
      record: (id, signal) => inventory.advertInfo(id, signal, 'interactive'),
    }),
    table: new MarketTable(db),
    accountId: () => Promise.resolve('bench'),
    keep: (accountId, adverts) =>
      void table.save(
        accountId,
        adverts.flatMap((each) => (each.ok ? [cachedAdvert(each.record, timestamp(systemClock))] : [])),
      ),
    rows: (ids) => Promise.resolve(table.rows('bench', ids, '')),
    words: () => failureWords(new Fault('internal'), 'window'),
    clock: systemClock,
  })
  return {
    baseUrl,
    desk,
    async close() {
      await client.close()
      await worker.terminate()
    },
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

export async function run(): Promise<Figure[]> {
  const service = await opened()
  const { baseUrl, desk } = service
  // Connections and code are warm, as they are after the window's first call.
  await desk.page([['marka_id[0]', '9']], 0)
  await (await fetch(`${baseUrl}/auto/search`)).text()
  const first: number[] = []
  const all: number[] = []
  const own: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const bare = await timed(async () => (await fetch(`${baseUrl}/auto/search`)).text())
    first.push((await timed(() => desk.page([['marka_id[0]', '9']], 0))) / bare)
    const ids = Array.from({ length: records }, (_, at) => 39_000_000 + round * records + at)
    const before = process.threadCpuUsage()
    all.push((await timed(() => desk.read(ids))) / ideal)
    const { user, system } = process.threadCpuUsage(before)
    own.push((user + system) / 1_000 / ideal)
  }
  await service.close()
  return [
    { name: 'first page against the service’s own time', ...measured(first), unit: '×', goal: 1.2 },
    {
      name: `${records} records, ${concurrency} at once, against the ideal`,
      ...measured(all),
      unit: '×',
      goal: 1.2,
    },
    // Other programs on the machine don't change it: what is above 1 in the line before is mostly theirs, if this is small.
    { name: 'the main thread’s own processor time of these, against the ideal', ...measured(own), unit: '×' },
  ]
}
