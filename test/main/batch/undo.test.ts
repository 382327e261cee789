import { afterEach, beforeEach, expect, test } from 'vitest'
import { car, openDealership, planned, type Dealership } from './dealership.ts'

let shop: Dealership

beforeEach(async () => {
  shop = await openDealership()
})
afterEach(() => shop.close())

const rowsOf = (batchId: string) => shop.service.rows(batchId, null, 0, 100).rows
const signal = AbortSignal.timeout(60_000)

async function takeBack(batchId: string) {
  const undo = await shop.service.undo(batchId)
  const preview = rowsOf(undo.id).map((row) => row.errorCode)
  await shop.service.send(undo.id)
  await shop.service.settled()
  return { preview, batch: shop.service.get(undo.id) }
}

test('creates are deleted again, edits get their old values, a delete stays', async () => {
  const [edited = 0, deleted = 0] = await shop.ownIds(2)
  const live = await shop.port.readAdvert(edited, signal)
  const before = { currency_id: 1, price: live.usd ?? 0, auto_note: live.description ?? '' }
  shop = await shop.unguarded()
  const batch = await shop.run([
    planned(2, 'create', car()),
    planned(3, 'edit', { auto_id: edited, currency_id: 1, price: 100, auto_note: 'нове' }, before),
    planned(4, 'edit', { auto_id: edited, currency_id: 1, price: 101 }, before),
    planned(5, 'delete', { auto_id: deleted }),
  ])
  const [created] = rowsOf(batch.id)
  const { preview, batch: undo } = await takeBack(batch.id)
  expect(preview).toEqual(['undo-exact', 'undo-exact', 'undo-impossible'])
  expect(undo.counts).toMatchObject({ done: 2, skipped: 1 })
  expect(await shop.control.advert(created?.autoId ?? 0)).toMatchObject({ deleted: true })
  expect(await shop.control.advert(edited)).toMatchObject({ price: before.price, note: before.auto_note })
  expect(await shop.control.advert(deleted)).toMatchObject({ deleted: true })
})

test('what the service does not show comes back from our own journal, or in part', async () => {
  const [id = 0] = await shop.ownIds(1)
  const edit = (in_stock: 0 | 1) =>
    planned(2, 'edit', { auto_id: id, currency_id: 1, price: 50, in_stock }, { currency_id: 1, price: 50 })
  shop = await shop.unguarded()
  await shop.run([edit(1)])
  const second = await shop.run([edit(0)])
  const { preview } = await takeBack(second.id)
  expect(preview).toEqual(['undo-partial'])
  expect(await shop.control.advert(id)).toMatchObject({ inStock: 1 })
})

test('an advert that was changed since is left alone', async () => {
  const batch = await shop.run([planned(2, 'create', car())])
  const [row] = rowsOf(batch.id)
  const autoId = row?.autoId ?? 0
  await shop.port.write({ operation: 'edit', payload: { auto_id: autoId, currency_id: 1, price: 1 } }, signal)
  const { batch: undo } = await takeBack(batch.id)
  expect(undo.counts.conflict).toBe(1)
  expect(await shop.control.advert(autoId)).toMatchObject({ deleted: false })
})

test('a batch of which nothing was done can’t be taken back', async () => {
  const body = '{"error":{"code":"BAD","message":"no"}}'
  await shop.control.addFault({ kind: 'status', status: 400, body, method: 'POST' })
  const batch = await shop.run([planned(2, 'create', car())])
  await expect(shop.service.undo(batch.id)).rejects.toMatchObject({ code: 'usage' })
})
