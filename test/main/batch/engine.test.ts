import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FaultRule } from '../../../src/sandbox/control/faults.ts'
import { car, openDealership, planned, source, type Dealership } from './dealership.ts'

let shop: Dealership

beforeEach(async () => {
  shop = await openDealership()
})
afterEach(() => shop.close())

const path = '/auto/new/autos'
const writes = async (): Promise<string[]> => (await shop.control.ledger()).map(({ method }) => method)
const statesOf = (batchId: string): string[] =>
  shop.batches.reader.rows(batchId, null, 0, 500).rows.map((row) => row.state)

test('creates become done with the ids that the service gave, one after another', async () => {
  const batch = await shop.run([1, 2, 3].map((n) => planned(n + 1, 'create', car({ price: 10_000 + n }))))
  expect(batch).toMatchObject({ state: 'finished', counts: { done: 3, planned: 0 }, total: 3 })
  const ledger = await shop.control.ledger()
  const { rows } = shop.batches.reader.rows(batch.id, 'done', 0, 10)
  expect(rows.map((row) => row.autoId)).toEqual(ledger.map((entry) => entry.autoId))
  expect(rows.map((row) => row.payload.price)).toEqual(ledger.map((entry) => Number(entry.params.price)))
  expect(shop.batches.reader.attempts(batch.id, 2)).toMatchObject([{ status: 200, errorCode: null }])
})

const outcomes: [string, FaultRule, string, string | null, number][] = [
  ['dropped before it is read', { kind: 'drop-before' }, 'in-doubt', 'network', 0],
  ['dropped after it is executed', { kind: 'drop-after-commit' }, 'in-doubt', 'network', 1],
  ['cut off in the answer', { kind: 'cut-body' }, 'in-doubt', 'network', 1],
  [
    'answered with 502 after it is executed',
    { kind: 'status', status: 502, afterCommit: true },
    'in-doubt',
    'server',
    1,
  ],
  [
    'answered with HTML',
    { kind: 'status', status: 200, body: '<html></html>', contentType: 'text/html' },
    'in-doubt',
    'unreadable',
    0,
  ],
  [
    'rejected in words',
    { kind: 'status', status: 422, body: '{"error":{"code":"BAD","message":"no"}}' },
    'failed',
    'rejected',
    0,
  ],
  [
    'rejected by a page',
    { kind: 'status', status: 404, body: '<html></html>', contentType: 'text/html' },
    'in-doubt',
    'not-found',
    0,
  ],
]

test.each(outcomes)('a create that is %s', (_what, fault, state, code, executed) =>
  createUnder(fault, state, code, executed),
)

test('a create that is never answered', async () => {
  await shop.close()
  // Of its own, so that a busy machine answers every other write in time.
  shop = await openDealership({ writeLimitMs: 300 })
  await createUnder({ kind: 'never-answer' }, 'in-doubt', 'timeout', 0)
})

async function createUnder(
  fault: FaultRule,
  state: string,
  code: string | null,
  executed: number,
): Promise<void> {
  await shop.control.addFault({ ...fault, method: 'POST', path, count: 1 })
  const batch = await shop.run([planned(2, 'create', car())])
  const [row] = shop.batches.reader.rows(batch.id, null, 0, 1).rows
  expect(row).toMatchObject({ state, errorCode: code, autoId: null })
  expect(row?.errorWords).toBeTruthy()
  expect((await shop.control.ledger()).filter((entry) => entry.committed)).toHaveLength(executed)
  expect(await writes()).toHaveLength(1)
}

test('a refused key pauses the batch and leaves every row planned', async () => {
  const body = '{"error":{"code":"API_KEY_DISABLED","message":"off"}}'
  await shop.control.addFault({ kind: 'status', status: 403, body, method: 'POST', path, count: 1 })
  const batch = await shop.run([2, 3].map((line) => planned(line, 'create', car({ price: line }))))
  expect(batch).toMatchObject({ state: 'paused', pauseReason: 'auth', counts: { planned: 2 } })
  await shop.batches.control.send(batch.id)
  await shop.batches.control.idle()
  expect(shop.batches.reader.get(batch.id)).toMatchObject({ state: 'finished', counts: { done: 2 } })
})

test('Retry-After is waited out, and the batch continues by itself', async () => {
  const body = '{"error":{"code":"OVER_RATE_LIMIT","message":"slow"}}'
  await shop.control.addFault({
    kind: 'status',
    status: 429,
    retryAfter: 1,
    body,
    method: 'POST',
    path,
    count: 1,
  })
  const batch = await shop.run([2, 3].map((line) => planned(line, 'create', car({ price: line }))))
  expect(batch).toMatchObject({ state: 'finished', counts: { done: 2 } })
  const waited = shop.reports.find((report) => report.batch.state === 'waiting')
  expect(waited?.batch).toMatchObject({ pauseReason: 'rate-limit', counts: { planned: 2 } })
  expect(waited?.batch.wakesAt).not.toBeNull()
})

test('edits of one advert keep their order, whatever else is sent at once', async () => {
  const [one = 0, other = 0] = await shop.ownIds(2)
  const rows = Array.from({ length: 20 }, (_, n) =>
    planned(n + 2, 'edit', { auto_id: n % 2 ? one : other, currency_id: 1, price: 1_000 + n }),
  )
  await shop.run(rows)
  const prices = (await shop.control.ledger())
    .filter((entry) => Number(entry.params.auto_id) === one)
    .map((entry) => Number(entry.params.price))
  expect(prices).toEqual([...prices].sort((a, b) => a - b))
  expect(prices).toHaveLength(10)
})

test('an edit in doubt holds the next one of its advert back', async () => {
  const [id = 0] = await shop.ownIds(1)
  await shop.control.addFault({ kind: 'drop-before', method: 'PUT', path, count: 1 })
  const batch = await shop.run(
    [10, 11].map((price, n) => planned(n + 2, 'edit', { auto_id: id, currency_id: 1, price })),
  )
  expect(statesOf(batch.id)).toEqual(['in-doubt', 'planned'])
  expect(batch).toMatchObject({ state: 'paused', pauseReason: 'answers' })
})

test('a cancelled batch sends nothing further and says what was left out', async () => {
  await shop.control.addFault({ kind: 'delay', ms: 50, method: 'POST', path })
  const { id } = await shop.batches.planner.plan(
    source(shop.userId),
    Array.from({ length: 30 }, (_, n) => planned(n + 2, 'create', car({ price: n + 1 }))),
  )
  await shop.batches.control.send(id)
  const cancelled = await shop.batches.control.cancel(id)
  expect(cancelled.state).toBe('cancelled')
  await shop.batches.control.idle()
  const { counts, state } = shop.batches.reader.get(id)
  expect(state).toBe('cancelled')
  expect(counts.planned + counts.sending).toBe(0)
  expect(await writes()).toHaveLength(counts.done)
})

test('a paused batch continues from where it stopped', async () => {
  const { id } = await shop.batches.planner.plan(
    source(shop.userId),
    Array.from({ length: 6 }, (_, n) => planned(n + 2, 'create', car({ price: n + 1 }))),
  )
  await shop.batches.control.send(id)
  expect(shop.batches.control.pause(id)).toMatchObject({ state: 'paused', pauseReason: 'person' })
  await shop.batches.control.send(id)
  await shop.batches.control.idle()
  expect(shop.batches.reader.get(id)).toMatchObject({ state: 'finished', counts: { done: 6 } })
  expect(await writes()).toHaveLength(6)
})

test('a pause does not wait for looks at adverts that are never answered', async () => {
  const [id = 0] = await shop.ownIds(1)
  await shop.control.addFault({ kind: 'never-answer', method: 'GET', path: '/auto/info' })
  const batch = await shop.batches.planner.plan(source(shop.userId), [
    planned(2, 'edit', { auto_id: id, currency_id: 1, price: 1 }),
  ])
  await shop.batches.control.send(batch.id)
  await vi.waitUntil(async () => (await shop.control.requests())['GET /auto/info'], { timeout: 60_000 })
  shop.batches.control.pause(batch.id)
  await shop.batches.control.idle()
  expect(shop.batches.reader.get(batch.id)).toMatchObject({ state: 'paused', counts: { planned: 1 } })
  expect(await writes()).toEqual([])
})
