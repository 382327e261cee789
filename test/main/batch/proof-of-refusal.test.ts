import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FaultRule } from '../../../src/sandbox/control/faults.ts'
import { hurriedClock } from '../hurried-clock.ts'
import { car, openDealership, planned, type Dealership } from './dealership.ts'
import { spread } from '../../whole.ts'

let shop: Dealership

beforeEach(async () => {
  const clock = hurriedClock(25)
  shop = await openDealership({ parts: { clock }, clientClock: clock })
})
afterEach(() => shop.close())

const path = '/auto/new/autos'
const html = '<html><body><h1>Error</h1></body></html>'
const rowsOf = (batchId: string) => shop.batches.reader.rows(batchId, null, 0, 100).rows

const foreignBodies = [
  html,
  '',
  'error code: 1015',
  '{"message":"Forbidden"}',
  '{"error":"Too Many Requests"}',
]
/** What a proxy or a gateway answers after the service has created the advert. */
const foreign: [number, string][] = [400, 403, 404, 407, 410, 422, 429, 502, 503].flatMap((status, at) =>
  [at, at + 2].map((nth): [number, string] => [status, foreignBodies[nth % foreignBodies.length] ?? '']),
)

test.each(spread(foreign, 5))('a create answered by %i %s is in doubt', async (status, body) => {
  const rule: FaultRule = { kind: 'status', status, body, afterCommit: true, method: 'POST', path, count: 1 }
  await shop.control.addFault({ ...rule, retryAfter: 0 })
  const batch = await shop.run([planned(2, 'create', car())])
  expect(rowsOf(batch.id)[0]).toMatchObject({ state: 'in-doubt', attempts: 1 })
  expect(await shop.control.ledger()).toHaveLength(1)
})

const own: [number, string, string][] = [
  [429, '{"error":{"code":"OVER_RATE_LIMIT","message":"slow"}}', 'done'],
  [429, '{"error":"Перевищено ліміт запитів на годину"}', 'done'],
  [400, '{"message":"Not Enough Data"}', 'failed'],
  [400, '{"error":{"code":"BAD","message":"no"}}', 'failed'],
  [403, '{"error":{"code":"API_KEY_DISABLED","message":"off"}}', 'planned'],
]

test.each(own)('a create that the service itself refuses by %i %s is %s', async (status, body, state) => {
  await shop.control.addFault({
    kind: 'status',
    status,
    body,
    retryAfter: 0,
    method: 'POST',
    path,
    count: 1,
  })
  const batch = await shop.run([planned(2, 'create', car())])
  expect(rowsOf(batch.id)[0]?.state).toBe(state)
})

const missing: [string, string][] = [
  [html, 'not-found'],
  ['{"message":"Not Found"}', 'not-found'],
  ['{"error":{"code":404,"message":"Not Found"}}', 'not-found'],
  ['{"code":"ResourceNotFound","message":"/auto/info does not exist"}', 'not-found'],
  ['{"error":{"code":"ResourceNotFound","message":"/auto/info does not exist"}}', 'not-found'],
  ['{"error":{"code":"X","message":"HTTPoison :closed"}}', 'server'],
  ['{"message":"%HTTPoison.Error{id: nil, reason: :closed}"}', 'server'],
  ['%HTTPoison.Error{id: nil, reason: :timeout}', 'server'],
]

test.each(spread(missing, 4))(
  'a 404 that is not the service’s own settles nothing: %s',
  async (body, code) => {
    const [id = 0] = await shop.ownIds(1)
    await shop.control.addFault({ kind: 'drop-before', method: 'DELETE', path, count: 1 })
    const batch = await shop.run([planned(2, 'delete', { auto_id: id })])
    await shop.control.addFault({ kind: 'status', status: 404, body, method: 'GET', path: '/auto/info' })
    await expect(shop.batches.settling.settle(batch.id)).rejects.toMatchObject({ code })
    expect(rowsOf(batch.id)[0]?.state).toBe('in-doubt')
  },
)

test.each(spread(missing, 2))(
  'an edit waits while a 404 that is not the service’s own is answered: %s',
  async (body, code) => {
    const [id = 0] = await shop.ownIds(1)
    await shop.control.addFault({
      kind: 'status',
      status: 404,
      body,
      method: 'GET',
      path: '/auto/info',
      // A read of a dropped upstream is repeated by itself first.
      count: code === 'server' ? 4 : 1,
    })
    const { id: batchId } = await shop.run([
      planned(2, 'edit', { auto_id: id, currency_id: 1, price: 1_234 }),
    ])
    expect(
      shop.reports.some(({ batch }) => batch.state === 'waiting' && batch.pauseReason === 'service'),
    ).toBe(true)
    expect(rowsOf(batchId)[0]?.state).toBe('done')
  },
)
