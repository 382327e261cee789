import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDealership, planned, source, car, type Dealership } from './dealership.ts'

let shop: Dealership
beforeEach(async () => {
  shop = await openDealership()
})
afterEach(() => shop.close())

/** All requests that the service got, whatever for. */
const made = async (): Promise<number> =>
  Object.values(await shop.control.requests()).reduce((sum, count) => sum + count, 0)

async function plan(rows: Parameters<typeof planned>[]): Promise<string> {
  const lines = rows.map((row) => planned(...row))
  return (await shop.batches.planner.plan(source(shop.userId), lines)).id
}

/** How many requests the service got, and how many the batch says that it took. */
async function sent(id: string): Promise<{ made: number; counted: number | null }> {
  const before = await made()
  await shop.batches.control.send(id)
  await shop.batches.control.idle()
  return { made: (await made()) - before, counted: shop.batches.reader.get(id).requests }
}

test('a batch counts the requests that the service got of it, reads before a write among them', async () => {
  const [first = 0, second = 0, third = 0] = await shop.ownIds(3)
  const id = await plan([
    [2, 'edit', { auto_id: first, currency_id: 1, price: 900 }],
    [3, 'edit', { auto_id: second, currency_id: 1, price: 901 }],
    [4, 'delete', { auto_id: third }],
    [5, 'create', car()],
  ])
  expect(shop.batches.reader.get(id).requests).toBe(0)
  const { made: got, counted } = await sent(id)
  expect(got).toBeGreaterThanOrEqual(7)
  expect(counted).toBe(got)
  expect(shop.reports.at(-1)?.batch.requests).toBe(got)
})

test('what looks for rows that are not confirmed adds to the count, and a restart keeps it', async () => {
  const id = await plan([[2, 'create', car()]])
  await shop.control.addFault({ kind: 'status', status: 500, method: 'POST', count: 1 })
  const { counted } = await sent(id)
  expect(shop.batches.reader.get(id).counts.inDoubt).toBe(1)
  expect(counted).toBe(1)
  const before = await made()
  const settled = await shop.batches.settling.settle(id)
  const looked = (await made()) - before
  expect(looked).toBeGreaterThan(0)
  expect(settled.requests).toBe(1 + looked)
  const batches = await shop.restart()
  expect(batches.reader.get(id).requests).toBe(1 + looked)
  expect(settled.counts.inDoubt).toBe(1)
  const [known = 0] = await shop.ownIds(1)
  const counting = await made()
  await batches.answers.answer(id, 2, { kind: 'bind', autoId: known })
  expect(batches.reader.get(id).requests).toBe(1 + looked + (await made()) - counting)
})

test('a request that never left is not counted', async () => {
  const id = await plan([[2, 'create', car()]])
  await shop.sandbox.close()
  await shop.batches.control.send(id)
  await expect.poll(() => shop.batches.reader.get(id).state).toBe('waiting')
  expect(shop.batches.reader.get(id).requests).toBe(0)
})

test('a batch of which not all requests were counted says no number', async () => {
  const [first = 0] = await shop.ownIds(1)
  const id = await plan([[2, 'edit', { auto_id: first, currency_id: 1, price: 900 }]])
  const journal = await shop.holdJournal()
  journal.db.prepare('UPDATE batches SET requests = NULL WHERE id = ?').run(id)
  await shop.batches.control.send(id)
  await shop.batches.control.idle()
  expect(shop.batches.reader.get(id)).toMatchObject({ state: 'finished', requests: null })
})
