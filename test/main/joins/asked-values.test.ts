import { afterEach, beforeEach, expect, it } from 'vitest'
import { noEdits, openCache } from '../../bench/full-folder.ts'
import { planningAccount } from '../../../src/main/joins/planning-account.ts'
import { AdvertsTable } from '../../../src/main/inventory/adverts-table.ts'
import { InventoryService } from '../../../src/main/inventory/inventory-service.ts'
import { NamesTable } from '../../../src/main/names/names-table.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import type { DraftAccount } from '../../../src/main/import/draft-account.ts'
import { accountId } from '../batch/connect-to.ts'
import { openDealership, planned, type Dealership } from '../batch/dealership.ts'
import { openDrafts } from '../import/drafts.ts'
import { advert } from '../inventory/adverts.ts'

const { folder, service } = openDrafts()

let shop: Dealership
let id: number
let account: DraftAccount
let close: () => void

/** An advert that was given in euros, and of which this app wrote a field that no read shows. */
beforeEach(async () => {
  shop = await openDealership()
  const journal = await shop.holdJournal()
  ;[id = 0] = await shop.ownIds(1)
  const cache = openCache(shop.dataDir)
  const table = new AdvertsTable(cache)
  const prices = { usd: 11_000, eur: 10_000, uah: 450_000, mainCurrency: 'EUR' }
  table.save(accountId, [advert(id, { userId: shop.userId, description: 'Один власник', ...prices })])
  const written = { auto_id: id, currency_id: 2, price: 10_000, in_stock: 1, test_drive: 1 }
  expect((await shop.run([planned(2, 'edit', written)])).counts.done).toBe(1)
  const owner = { accountId, userId: shop.userId, baseUrl: shop.sandbox.baseUrl }
  const inventory = new InventoryService({
    table,
    clock: systemClock,
    owner: () => Promise.resolve(owner),
    written: () => ({}),
  })
  const names = new NamesTable(cache)
  account = planningAccount(owner, { inventory, names, journal: () => journal.tables, ...noEdits })
  close = () => cache.close()
})
afterEach(async () => {
  close()
  await shop.close()
})

async function before(text: string, operation: 'edit' | 'delete' = 'edit') {
  const draftId = service.openPath(folder.write('rows.csv', text))
  await service.check(draftId, { shape: {}, mapping: null, operation }, account)
  const [row] = [...(await (await service.staged(draftId)).rows())]
  await service.drop(draftId)
  return row?.before
}

it('of an edit the values are compared that its file has, and the price in the advert’s own currency', async () => {
  expect(await before(`auto_id,currency_id,auto_note\n${id},EUR,Новий текст\n`)).toEqual({
    currency_id: 2,
    price: 10_000,
    auto_note: 'Один власник',
  })
  expect(await before(`auto_id,currency_id,price\n${id},USD,9000\n`)).toEqual({
    currency_id: 2,
    price: 10_000,
  })
})

it('what this app wrote and no read shows is compared if the file asks for it', async () => {
  expect(await before(`auto_id,currency_id,in_stock\n${id},EUR,0\n`)).toEqual({
    currency_id: 2,
    price: 10_000,
    in_stock: 1,
  })
})

it('of a delete everything is kept that is known', async () => {
  expect(await before(`auto_id\n${id}\n`, 'delete')).toEqual({
    currency_id: 2,
    price: 10_000,
    auto_note: 'Один власник',
    version: '',
    in_stock: 1,
    test_drive: 1,
  })
})
