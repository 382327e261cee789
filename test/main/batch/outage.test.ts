import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FaultRule } from '../../../src/sandbox/control/faults.ts'
import { waitFor } from '../../../src/main/batch/sending/waits.ts'
import { car, openDealership, planned, source, type Dealership } from './dealership.ts'
import { eventually } from '../../eventually.ts'

let shop: Dealership

beforeEach(async () => {
  shop = await openDealership()
})
afterEach(() => shop.close())

const path = '/auto/new/autos'
const html = '<!doctype html><html><body>Log in</body></html>'

async function edits(): Promise<string> {
  const ids = await shop.ownIds(6)
  expect(ids.length).toBeGreaterThan(1)
  const rows = ids.map((id, n) => planned(n + 2, 'edit', { auto_id: id, currency_id: 1, price: 900 + n }))
  return (await shop.batches.planner.plan(source(shop.userId), rows)).id
}

const outages: [string, FaultRule, string][] = [
  ['has trouble of its own', { kind: 'status', status: 500 }, 'service'],
  ['answers with a log-in page', { kind: 'status', status: 200, body: html }, 'service'],
  ['is refused by a page of a proxy', { kind: 'status', status: 400, body: html }, 'service'],
  ['asks to slow down', { kind: 'status', status: 429, retryAfter: 900 }, 'rate-limit'],
]

test.each(outages)(
  'while the service %s no edit fails: the batch waits and continues',
  async (_, rule, reason) => {
    const id = await edits()
    await shop.control.addFault({ ...rule, method: 'GET', path: '/auto/info' })
    await shop.batches.control.send(id)
    await eventually(() => expect(shop.batches.reader.get(id).state).toBe('waiting'))
    const waiting = shop.batches.reader.get(id)
    expect(waiting).toMatchObject({ pauseReason: reason, counts: { failed: 0, planned: waiting.total } })
    // No row ended: nobody is told of a rate, or of a time that is left.
    expect(shop.reports.filter(({ rate, secondsLeft }) => rate > 0 || secondsLeft !== null)).toEqual([])
    await shop.control.clearFaults()
    await shop.batches.control.send(id)
    await shop.batches.control.idle()
    expect(shop.batches.reader.get(id)).toMatchObject({ state: 'finished', counts: { done: waiting.total } })
  },
)

test('what the service says of the advert itself fails its row alone', async () => {
  const id = await edits()
  const body = '{"error":{"code":"BAD","message":"no such thing"}}'
  await shop.control.addFault({
    kind: 'status',
    status: 400,
    body,
    method: 'GET',
    path: '/auto/info',
    count: 1,
  })
  await shop.batches.control.send(id)
  await shop.batches.control.idle()
  const batch = shop.batches.reader.get(id)
  expect(batch).toMatchObject({ state: 'finished', counts: { failed: 1, done: batch.total - 1 } })
})

test('the pauses of an outage grow, up to a quarter of an hour', () => {
  const pauses = [0, 1, 2, 3, 4, 50].map((tries) => waitFor('service', tries))
  expect(pauses).toEqual([...pauses].sort((a, b) => a - b))
  expect(pauses.at(-1)).toBe(900_000)
})

const creates = (count: number) =>
  Array.from({ length: count }, (_, n) => planned(n + 2, 'create', car({ price: 1_000 + n })))

test('several doubts in a row stop the batch, and it continues when a person says so', async () => {
  await shop.control.addFault({ kind: 'status', status: 502, method: 'POST', path })
  const batch = await shop.run(creates(10))
  expect(batch).toMatchObject({
    state: 'paused',
    pauseReason: 'doubts',
    counts: { inDoubt: 3, planned: 7 },
  })
  await shop.control.clearFaults()
  await shop.batches.control.send(batch.id)
  await shop.batches.control.idle()
  expect(shop.batches.reader.get(batch.id)).toMatchObject({
    state: 'finished',
    counts: { inDoubt: 3, done: 7 },
  })
})

test('doubts with an answer between them stop nothing, nor do those of the last rows', async () => {
  await shop.control.addFault({ kind: 'drop-before', method: 'POST', path, count: 2 })
  await shop.control.addFault({ kind: 'drop-before', method: 'POST', path, skip: 1, count: 3 })
  const batch = await shop.run(creates(6))
  expect(batch).toMatchObject({ state: 'finished', counts: { inDoubt: 5, done: 1 } })
})
