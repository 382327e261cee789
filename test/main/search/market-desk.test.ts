import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { Fault } from '#shared/bridge/failure.ts'
import type { MarketParams } from '#shared/search/search-calls.ts'
import { InventoryApi } from '../../../src/main/inventory/inventory-api.ts'
import { advertsSchema } from '../../../src/main/inventory/adverts-schema.ts'
import { AdvertsTable } from '../../../src/main/inventory/adverts-table.ts'
import { cachedAdvert } from '../../../src/main/inventory/cached-advert.ts'
import { MarketDesk } from '../../../src/main/search/market-desk.ts'
import { marketSchema } from './market-schema.ts'
import { MarketService } from '../../../src/main/search/market-service.ts'
import { MarketTable } from '../../../src/main/search/market-table.ts'
import { createSearchApi } from '../../../src/main/search/search-api.ts'
import { systemClock, timestamp } from '../../../src/main/system/clock.ts'
import { failureWords } from '../../../src/shared/words/failure-words.ts'
import { running } from '../../sandbox/running.ts'
import { apiClient } from '../http/api-client.ts'

async function opened(adverts = 250) {
  const service = await running({ adverts })
  const client = apiClient(service.sandbox)
  const db = new DatabaseSync(':memory:')
  db.exec(advertsSchema + marketSchema)
  const table = new AdvertsTable(db)
  const desk = new MarketDesk({
    market: new MarketService({
      api: () => Promise.resolve(createSearchApi(client)),
      record: (id, signal) => new InventoryApi(client).advertInfo(id, signal, 'interactive'),
    }),
    table: new MarketTable(db),
    accountId: () => Promise.resolve('a'),
    keep: (accountId, read) =>
      void table.save(
        accountId,
        read.flatMap((each) => (each.ok ? [cachedAdvert(each.record, timestamp(systemClock))] : [])),
      ),
    rows: (ids) => Promise.resolve(table.rows('a', ids, '')),
    words: (error) => failureWords(error instanceof Fault ? error : new Fault('internal'), 'window'),
    clock: systemClock,
  })
  return { ...service, desk, table }
}

const cars: MarketParams = [['category_id', '1']]

test('the first page begins again, and a name that only looks Latin is told without a call, too', async () => {
  const { desk } = await opened(60)
  await desk.page(cars, 0)
  await desk.page(cars, 1)
  const again = await desk.page(cars, 0)
  expect(again.ids.length).toBe(again.count)
  const { warnings } = await desk.answer([['mаrka_id[0]', '9']])
  expect(warnings).toEqual([expect.stringContaining('mаrka_id[0]')])
})

test('records are kept in their order, and one that can’t be read doesn’t stop the others', async () => {
  const { desk, sandbox } = await opened()
  const { ids } = await desk.page(cars, 0)
  const some = [...ids.slice(0, 30), 1]
  const { rows, unread } = await desk.read(some)
  expect(rows.map(({ id }) => id)).toEqual(ids.slice(0, 30))
  expect(unread).toEqual([{ id: 1, words: expect.any(String) as string }])
  await sandbox.close()
  await expect(desk.read([2, 3])).rejects.toThrow('network')
})
