import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Storage } from '../../src/main/context/storage.ts'
import { AdvertsTable } from '../../src/main/inventory/adverts-table.ts'
import { AdvertSourcesTable } from '../../src/main/inventory/sources/advert-sources-table.ts'
import type { PlannedRow } from '../../src/main/writes/planned-row.ts'
import { planned, source } from '../main/batch/dealership.ts'
import { madeAdvert } from './inventory/made-stock.ts'
import { testEntries } from '../scripts.ts'
import { unsentBatches } from './unsent-batches.ts'
import { startSandboxThread } from '../../src/sandbox/sandbox-in-thread.ts'

/** An account of the dealer's own, whose service is not there: what is shown comes from the disk. */
const account = {
  id: 'c0ffee00-0000-4000-8000-000000000007',
  name: 'Bench',
  kind: 'service',
  baseUrl: 'http://127.0.0.1:9',
  userId: 7,
  readAuth: 'query',
} as const

/** Fills a data folder as earlier runs leave it: an own account, its adverts in the cache, rows of a batch in the journal. */
export async function fillFolder(dataDir: string, adverts: number, rows: number): Promise<void> {
  const preferences = { language: 'en', theme: 'light', welcomed: true, quota: { perHour: 1, perMonth: 1 } }
  const storage = new Storage({
    dataDir,
    entries: testEntries,
    overrides: {},
    systemLocale: () => 'en',
    version: '0.0.0',
    program: 'bench',
    startSandbox: startSandboxThread,
    spawnKeychain: () => {
      throw new Error('no key is asked for')
    },
    proxyFor: () => Promise.resolve('DIRECT'),
    publish: () => undefined,
  })
  fillCache(storage, adverts)
  await fillJournal(storage, dataDir, rows)
  storage.closeStorage()
  writeFileSync(
    join(dataDir, 'settings.json'),
    JSON.stringify({ preferences, accounts: [account], activeAccountId: account.id }),
  )
}

function fillCache({ cache }: Storage, count: number): void {
  const table = new AdvertsTable(cache)
  const sources = new AdvertSourcesTable(cache)
  const chunk = 5_000
  for (let from = 0; from < count; from += chunk) {
    const adverts = Array.from({ length: Math.min(chunk, count - from) }, (_, at) => madeAdvert(from + at))
    sources.note(
      account.id,
      'account',
      adverts.map(({ id }) => id),
      new Date().toISOString(),
    )
    table.save(account.id, adverts)
  }
  if (count > 0) table.syncs.record(account.id, new Date().toISOString())
}

async function fillJournal({ journal }: Storage, dataDir: string, rows: number): Promise<void> {
  const batches = unsentBatches(journal, dataDir)
  if (rows > 0) await batches.planner.plan(source(account.userId, { accountId: account.id }), editsOf(rows))
  await batches.close()
}

function* editsOf(count: number): Generator<PlannedRow> {
  for (let line = 0; line < count; line++)
    yield planned(line + 2, 'edit', { auto_id: 39_000_000 + line, currency_id: 1, price: 10_000 + line })
}
