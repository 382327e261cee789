import { afterEach, beforeEach, expect, test } from 'vitest'
import { freeFor } from '../../../src/main/joins/batch-ports.ts'
import { openDatabase } from '../../../src/main/storage/database.ts'
import type { QuotaLimits } from '../../../src/main/quota/quota.ts'
import { QuotaLedger } from '../../../src/main/quota/quota-ledger.ts'
import { quotaSchema } from '../../../src/main/quota/quota-table.ts'
import { accountId } from './connect-to.ts'
import { car, openDealership, planned, source, type Dealership } from './dealership.ts'
import { fourIds } from '../../sandbox/vehicles/four-ids.ts'
import { eventually } from '../../eventually.ts'

let limits: QuotaLimits
let shop: Dealership

beforeEach(async () => {
  const { db } = openDatabase({
    path: ':memory:',
    schema: quotaSchema,
    synchronous: 'NORMAL',
    now: Date.now,
  })
  limits = { perHour: null, perMonth: null }
  const ledger = new QuotaLedger({ db, limits: () => limits })
  shop = await openDealership({ budget: ledger.forAccount(accountId), parts: { freeFor: freeFor(ledger) } })
})
afterEach(() => shop.close())

const reads = async (): Promise<number> => (await shop.control.requests())['GET /auto/info'] ?? 0

async function edits(count: number): Promise<string> {
  const ids = await shop.ownIds(count)
  const rows = ids.map((id, n) => planned(n + 2, 'edit', { auto_id: id, currency_id: 1, price: 900 + n }))
  return (await shop.batches.planner.plan(source(shop.userId), rows)).id
}

test('a row whose read and write do not both fit waits visibly, and makes no call', async () => {
  const id = await edits(1)
  // The list of own adverts was one call; of three, one is kept for orders, so that one is left.
  limits = { perHour: 3, perMonth: null }
  await shop.batches.control.send(id)
  await eventually(() => expect(shop.batches.reader.get(id).state).toBe('waiting'))
  const waiting = shop.batches.reader.get(id)
  expect(waiting).toMatchObject({ pauseReason: 'quota', counts: { planned: 1 } })
  expect(Date.parse(waiting.wakesAt ?? '')).toBeGreaterThan(Date.now())
  expect(await reads()).toBe(0)
  limits = { perHour: 30, perMonth: null }
  await shop.batches.control.send(id)
  await shop.batches.control.idle()
  expect(shop.batches.reader.get(id)).toMatchObject({ state: 'finished', counts: { done: 1 } })
})

test('what fits is sent before the wait, and no read is made in vain', async () => {
  const id = await edits(6)
  limits = { perHour: 10, perMonth: null }
  await shop.batches.control.send(id)
  await eventually(() => expect(shop.batches.reader.get(id).state).toBe('waiting'))
  expect(shop.batches.reader.get(id).counts).toMatchObject({ done: 4, planned: 2 })
  expect(await reads()).toBe(4)
  shop.batches.control.pause(id)
})

test('a batch behind another names the one that it waits for', async () => {
  limits = { perHour: 2, perMonth: null }
  const first = await edits(1)
  const row = planned(2, 'create', car({ auto_note: 'Авто' }))
  const { id: second } = await shop.batches.planner.plan(source(shop.userId, { fileName: 'later.csv' }), [
    row,
  ])
  await shop.batches.control.send(first)
  expect((await shop.batches.control.send(second)).waitsFor).toEqual({ id: first, fileName: 'cars.csv' })
  await eventually(() => expect(shop.batches.reader.get(first).pauseReason).toBe('quota'))
  expect(shop.batches.reader.get(first).waitsFor).toBeNull()
  limits = { perHour: null, perMonth: null }
  await shop.batches.control.send(first)
  await shop.batches.control.idle()
  expect(shop.batches.reader.get(second)).toMatchObject({ state: 'finished', waitsFor: null })
})

test('settling with the quota used up says so at once', async () => {
  await shop.control.addFault({ kind: 'drop-before', method: 'POST', count: 1 })
  const { id } = await shop.run([planned(2, 'create', car({ auto_note: 'Авто' }))])
  limits = { perHour: 1, perMonth: null }
  await expect(shop.batches.settling.settle(id)).rejects.toMatchObject({ code: 'quota' })
  expect(shop.batches.reader.get(id).counts.inDoubt).toBe(1)
})

test('a search that the quota ends continues from where it was: no advert is read twice', async () => {
  await shop.control.addFault({ kind: 'drop-after-commit', method: 'POST', count: 1 })
  const { id } = await shop.run([planned(2, 'create', car({ auto_note: 'Авто' }))])
  const known = await shop.inventory.ownAdverts()
  const adverts = (known?.active.length ?? 0) + (known?.archive.length ?? 0)
  let looks = 0
  for (let perHour = 5; shop.batches.reader.get(id).counts.inDoubt > 0 && looks < 40; perHour += 3) {
    limits = { perHour, perMonth: null }
    await shop.batches.settling
      .settle(id)
      .catch((error: unknown) => expect(error).toMatchObject({ code: 'quota' }))
    looks += 1
  }
  expect(shop.batches.reader.get(id).counts).toMatchObject({ done: 1, inDoubt: 0 })
  expect(looks).toBeGreaterThan(1)
  expect(await reads()).toBeLessThanOrEqual(adverts)
})

test('if the service has no list of own adverts, makes and models are settled one by one', async () => {
  await shop.control.addFault({ kind: 'status', status: 404, method: 'GET', path: '/auto/new/autos' })
  await shop.control.addFault({ kind: 'drop-after-commit', method: 'POST', count: 2 })
  const { id } = await shop.run([
    planned(2, 'create', car({ auto_note: 'Авто', price: 54_321 })),
    planned(3, 'create', car({ auto_note: 'Авто', ...fourIds(50), price: 54_322 })),
  ])
  expect(shop.batches.reader.get(id).counts.inDoubt).toBe(2)
  await shop.control.addFault({ kind: 'status', status: 500, method: 'GET', path: '/auto/search', skip: 2 })
  await expect(shop.batches.settling.settle(id)).rejects.toMatchObject({ code: 'server' })
  expect(shop.batches.reader.get(id).counts).toMatchObject({ done: 1, inDoubt: 1 })
})
