import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { planningAccount } from '../../src/main/joins/batch-ports.ts'
import { advertsSchema } from '../../src/main/inventory/adverts-schema.ts'
import { AdvertsTable } from '../../src/main/inventory/adverts-table.ts'
import { InventoryService } from '../../src/main/inventory/inventory-service.ts'
import { stockListSchema } from '../../src/main/inventory/stock-list-table.ts'
import { vehicleNamesSchema } from '../../src/main/names/names-schema.ts'
import { NamesTable } from '../../src/main/names/names-table.ts'
import { openDatabase } from '../../src/main/storage/database.ts'
import { systemClock } from '../../src/main/system/clock.ts'
import { accountId } from './batch/connect-to.ts'
import { openDealership, planned, source } from './batch/dealership.ts'
import { advert } from './inventory/adverts.ts'

test('what a check knows of adverts has another name after every write to the cache and the journal', async () => {
  const shop = await openDealership()
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-known-'))
  const path = join(folder, 'cache.db')
  const cache = openDatabase({
    path,
    schema: [advertsSchema, stockListSchema, vehicleNamesSchema].join(''),
    synchronous: 'NORMAL',
    now: () => systemClock.now(),
  }).db
  const table = new AdvertsTable(cache)
  const inventory = new InventoryService({
    table,
    clock: systemClock,
    owner: () => Promise.resolve({ accountId, userId: 7 }),
    written: () => ({}),
  })
  const owner = { accountId, userId: 7, baseUrl: 'https://service.example' }
  const { knownAs } = planningAccount(owner, inventory, shop.batches, new NamesTable(cache))
  const names: (string | undefined)[] = [knownAs?.()]
  expect(knownAs?.()).toBe(names[0])
  table.save(accountId, [advert(5)])
  names.push(knownAs?.())
  const another = new DatabaseSync(path)
  another.exec('UPDATE adverts SET usd = 1')
  another.close()
  names.push(knownAs?.())
  await shop.batches.planner.plan(source(shop.userId), [
    planned(2, 'edit', { auto_id: 5, currency_id: 1, price: 6 }),
  ])
  names.push(knownAs?.())
  expect(new Set(names).size).toBe(4)
  expect(knownAs?.()).toBe(names.at(-1))
  cache.close()
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})
