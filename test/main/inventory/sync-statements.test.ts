import { DatabaseSync, StatementSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Fault } from '#shared/bridge/failure.ts'
import { ownKnowledge } from '../../../src/main/assemble/own-knowledge.ts'
import { Journal } from '../../../src/main/batch/journal/journal.ts'
import type { Connection } from '../../../src/main/http/connection.ts'
import { addressesSchema, AddressTable } from '../../../src/main/inventory/address-memory.ts'
import { advertsSchema } from '../../../src/main/inventory/adverts-schema.ts'
import { AdvertsTable } from '../../../src/main/inventory/adverts-table.ts'
import { FreshWrites } from '../../../src/main/inventory/fresh-writes.ts'
import { InventoryApi } from '../../../src/main/inventory/inventory-api.ts'
import { InventorySync } from '../../../src/main/inventory/inventory-sync.ts'
import { StockListTable, stockListSchema } from '../../../src/main/inventory/stock-list-table.ts'
import { failureWords } from '../../../src/shared/words/failure-words.ts'
import { running, temporaryFolder } from '../../sandbox/running.ts'
import { apiClient } from '../http/api-client.ts'
import type { Clock } from '../../../src/main/system/clock.ts'

/** Time that stands still, so that all adverts are saved at once. */
const clock: Clock = {
  now: () => 1_800_000_000_000,
  sleep: (_ms, signal) =>
    new Promise((resolve) => {
      signal?.addEventListener('abort', () => resolve(), { once: true })
    }),
}

/** What a sync is made of in the app, over an empty cache. */
async function emptyShop(adverts: number) {
  const { sandbox } = await running({ adverts, ownShare: 100 })
  const connection: Connection = { ...sandbox, accountId: 'one', readAuth: 'query' }
  const db = new DatabaseSync(':memory:')
  const journal = new Journal(join(await temporaryFolder(), 'journal.db'), clock)
  onTestFinished(() => {
    journal.close()
    db.close()
  })
  db.exec(advertsSchema + stockListSchema)
  db.exec(addressesSchema)
  const source = new InventoryApi(
    apiClient(sandbox),
    new AddressTable(db, connection, clock),
    ownKnowledge(connection, db, journal),
  )
  const sync = new InventorySync({
    table: new AdvertsTable(db),
    list: new StockListTable(db),
    fresh: new FreshWrites(clock),
    clock,
    owner: () => Promise.resolve(connection),
    source: () => Promise.resolve(source),
    mayReadSoon: () => false,
    words: () => failureWords(new Fault('internal')),
    waitsUntil: () => null,
    onUnread: () => undefined,
    onChanged: () => undefined,
    onRecord: () => undefined,
    onSync: () => undefined,
  })
  onTestFinished(() => sync.close())
  return sync
}

/** Tables of the cache and of the journal; the sandbox runs statements of its own in this process. */
const ours = /\b(adverts|advert_\w+|unread_adverts|service_addresses|batches)\b/

/** The statements that both databases run while a whole stock of so many adverts is read. */
async function statementsOfSync(adverts: number): Promise<string[]> {
  const sync = await emptyShop(adverts)
  const { prototype } = StatementSync
  const ran = [vi.spyOn(prototype, 'get'), vi.spyOn(prototype, 'all'), vi.spyOn(prototype, 'run')]
  const { failure, adverts: read } = await sync.sync()
  const statements = ran.flatMap(({ mock }) =>
    (mock.contexts as StatementSync[]).map(({ sourceSQL }) => sourceSQL),
  )
  vi.restoreAllMocks()
  expect({ failure, read }).toEqual({ failure: null, read: adverts })
  return statements.filter((sql) => ours.test(sql))
}

test('a first sync runs four statements for an advert, which save it: what is known of adverts is asked of many at once', async () => {
  const [few, many] = [await statementsOfSync(20), await statementsOfSync(60)]
  expect((many.length - few.length) / 40).toBe(4)
})
