import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { batchQuota } from '../../../src/main/batch-ports.ts'
import { openDatabase } from '../../../src/main/core/database.ts'
import type { QuotaLimits } from '../../../src/main/core/quota.ts'
import { createQuotaLedger } from '../../../src/main/core/quota-ledger.ts'
import { quotaMigration } from '../../../src/main/core/quota-table.ts'
import { accountId } from './connect-to.ts'
import { car, openDealership, planned, source, type Dealership } from './dealership.ts'

let limits: QuotaLimits
let shop: Dealership

beforeEach(async () => {
  const { db } = openDatabase({
    path: ':memory:',
    migrations: [quotaMigration],
    synchronous: 'NORMAL',
    now: Date.now,
  })
  limits = { perHour: null, perMonth: null }
  const ledger = createQuotaLedger({ db, limits: () => limits })
  shop = await openDealership({ budget: ledger.forAccount(accountId), parts: { quota: batchQuota(ledger) } })
})
afterEach(() => shop.close())

const reads = async (): Promise<number> => (await shop.control.requests())['GET /auto/info'] ?? 0

async function edits(count: number): Promise<string> {
  const ids = await shop.ownIds(count)
  const rows = ids.map((id, n) => planned(n + 2, 'edit', { auto_id: id, currency_id: 1, price: 900 + n }))
  return (await shop.service.plan(source(shop.userId), rows)).id
}

test('a row whose read and write do not both fit waits in sight, and takes no call', async () => {
  const id = await edits(1)
  // The list of own adverts was one call; of three, one is kept for orders, so that one is left.
  limits = { perHour: 3, perMonth: null }
  await shop.service.send(id)
  await vi.waitFor(() => expect(shop.service.get(id).state).toBe('waiting'))
  const waiting = shop.service.get(id)
  expect(waiting).toMatchObject({ pauseReason: 'quota', counts: { planned: 1 } })
  expect(Date.parse(waiting.wakesAt ?? '')).toBeGreaterThan(Date.now())
  expect(await reads()).toBe(0)
  limits = { perHour: 30, perMonth: null }
  await shop.service.send(id)
  await shop.service.settled()
  expect(shop.service.get(id)).toMatchObject({ state: 'finished', counts: { done: 1 } })
})

test('what fits is sent before the wait, and no read is made in vain', async () => {
  const id = await edits(6)
  limits = { perHour: 10, perMonth: null }
  await shop.service.send(id)
  await vi.waitFor(() => expect(shop.service.get(id).state).toBe('waiting'))
  expect(shop.service.get(id).counts).toMatchObject({ done: 4, planned: 2 })
  expect(await reads()).toBe(4)
  shop.service.pause(id)
})

test('a batch behind another names the one that it waits for', async () => {
  limits = { perHour: 2, perMonth: null }
  const first = await edits(1)
  const row = planned(2, 'create', car())
  const { id: second } = await shop.service.plan(source(shop.userId, { fileName: 'later.csv' }), [row])
  await shop.service.send(first)
  expect((await shop.service.send(second)).waitsFor).toEqual({ id: first, fileName: 'cars.csv' })
  await vi.waitFor(() => expect(shop.service.get(first).pauseReason).toBe('quota'))
  expect(shop.service.get(first).waitsFor).toBeNull()
  limits = { perHour: null, perMonth: null }
  await shop.service.send(first)
  await shop.service.settled()
  expect(shop.service.get(second)).toMatchObject({ state: 'finished', waitsFor: null })
})
