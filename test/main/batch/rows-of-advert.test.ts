import { afterEach, beforeEach, expect, test } from 'vitest'
import { accountId } from './connect-to.ts'
import { openDealership, planned, type Dealership } from './dealership.ts'

let shop: Dealership
beforeEach(async () => {
  shop = await openDealership()
})
afterEach(() => shop.close())

test('an advert knows the batches that have a row of it, the newest first, and only those of its account', async () => {
  const [own = 0, other = 0] = await shop.ownIds(2)
  const edit = (id: number, price: number) => planned(2, 'edit', { auto_id: id, currency_id: 1, price })
  const first = await shop.run([edit(own, 4_321)])
  await shop.run([edit(other, 4_321)])
  const last = await shop.run([edit(own, 4_444)])
  const found = shop.batches.reader.ofAdvert(accountId, own)
  expect(found.map(({ batchId }) => batchId)).toEqual([last.id, first.id])
  expect(found[0]).toMatchObject({ line: 2, operation: 'edit', state: 'done' })
  expect(shop.batches.reader.ofAdvert('another', own)).toEqual([])
})
