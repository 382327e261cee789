import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FaultRule } from '../../../src/sandbox/control/faults.ts'
import { practiceErrorNames } from '../../../src/sandbox/control/practice-errors.ts'
import type { Clock } from '../../../src/main/system/clock.ts'
import { spread } from '../../whole.ts'
import { connectTo } from './connect-to.ts'
import { car, openDealership, planned, source, type Dealership } from './dealership.ts'

let shop: Dealership

/** Waits of the engine are over at once; time goes on by them. */
function hurried(): Clock {
  let ahead = 0
  return {
    now: () => Date.now() + ahead,
    sleep: async (ms, signal) => {
      await new Promise((resolve) => setTimeout(resolve, 1))
      if (!signal?.aborted) ahead += Math.max(0, ms)
    },
  }
}

beforeEach(async () => {
  shop = await openDealership()
})
afterEach(() => shop.close())

const signal = new AbortController().signal
const editOf = (line: number, id: number) =>
  planned(line, 'edit', { auto_id: id, currency_id: 1, price: 4_000 + line })
const rowsOf = (batchId: string) => shop.batches.reader.rows(batchId, null, 0, 100).rows
const created = async (): Promise<number> => {
  const batch = await shop.run([planned(2, 'create', car())])
  return rowsOf(batch.id)[0]?.autoId ?? 0
}
const plan = async (ids: readonly number[]): Promise<string> => {
  const rows = ids.map((id, n) => editOf(n + 2, id))
  return (await shop.batches.planner.plan(source(shop.userId), rows)).id
}

/** Sends batches one behind another, until nothing is sent any more. */
async function sendAll(...batches: string[]) {
  for (const id of batches) await shop.batches.control.send(id)
  await shop.batches.control.idle()
  return batches.map((id) => shop.batches.reader.get(id))
}

describe('an advert that this app created and that was removed on the site', () => {
  test('ends its row at once as gone, and the next batch is sent', async () => {
    const id = await created()
    await shop.port.readAdvert(id, signal)
    await shop.port.write({ operation: 'delete', payload: { auto_id: id } }, signal)
    const [other = 0] = await shop.ownIds(1)
    const [first, second] = await sendAll(await plan([id, other]), await plan([other]))
    expect(rowsOf(first?.id ?? '')).toMatchObject([
      { state: 'failed', errorCode: 'advert-gone', attempts: 0 },
      { state: 'done' },
    ])
    expect(second).toMatchObject({ state: 'finished', counts: { done: 1 } })
  })

  test.each(['<html>404</html>', '{"detail":"Not Found"}', ''])(
    'is gone too if the other address is none: %s',
    async (body) => {
      const id = await created()
      await shop.port.readAdvert(id, signal)
      await shop.port.write({ operation: 'delete', payload: { auto_id: id } }, signal)
      await shop.control.addFault({
        kind: 'status',
        status: 404,
        body,
        method: 'GET',
        path: '/auto/new/auto/*',
      })
      const [batch] = await sendAll(await plan([id]))
      expect(rowsOf(batch?.id ?? '')).toMatchObject([{ state: 'failed', errorCode: 'advert-gone' }])
    },
  )

  test('is asked about if no address has ever shown such adverts, while the others are sent', async () => {
    const id = await created()
    await shop.port.write({ operation: 'delete', payload: { auto_id: id } }, signal)
    const others = await shop.ownIds(3)
    const [first, second] = await sendAll(await plan([id, ...others]), await plan(others))
    expect(first).toMatchObject({
      state: 'paused',
      pauseReason: 'not-shown',
      counts: { planned: 1, done: 3 },
    })
    expect(second).toMatchObject({ state: 'finished', counts: { done: 3 } })
    await shop.batches.control.send(first?.id ?? '', true)
    await shop.batches.control.idle()
    expect(rowsOf(first?.id ?? '')[0]?.state).toBe('failed')
  })
})

const bodies = [
  '',
  '<html>no</html>',
  '{"detail":"no"}',
  '{"error":{"code":"NOT_FOUND","message":"no such advert"}}',
  '{"error":{"code":"BAD","message":"no"}}',
  '{"code":"ResourceNotFound","message":"no"}',
  '{"error":"%HTTPoison.Error{reason: :closed}"}',
]
/** Every answer that the reads of one advert, or the write to it, may get for ever. */
const forms: readonly Omit<FaultRule, 'method' | 'path'>[] = [
  ...[400, 404, 410, 422, 500, 503].flatMap((status, at) =>
    [at, at + 3].map((nth) => ({ kind: 'status', status, body: bodies[nth % bodies.length] ?? '' }) as const),
  ),
  ...['', '[]', '{}', 'null', '[{"userId":"?"}]', '<html>log in</html>', '{"error":"no"}'].map(
    (body) => ({ kind: 'status', status: 200, body }) as const,
  ),
  ...practiceErrorNames.map((error) => ({ kind: 'error', error }) as const),
  { kind: 'drop-before' },
  { kind: 'cut-body' },
]

/** What the account as a whole waits for, or a person is asked about. */
const ofAll = ['auth', 'package', 'rate-limit', 'quota']

/** Another service, whose answers for one advert take the place of the shop's. */
let elsewhere: Dealership
beforeAll(async () => {
  elsewhere = await openDealership({ adverts: 10 })
})
afterAll(() => elsewhere.close())

const once = { retries: { attempts: 1, baseMs: 0, capMs: 0, longestMs: 0 }, readLimitMs: 1_000 }

const allowed = async (method: 'GET' | 'PUT', form: (typeof forms)[number]): Promise<void> => {
  const [bad = 0, ...others] = await shop.ownIds(4)
  const strange = connectTo(elsewhere.sandbox, once)
  await elsewhere.control.clearFaults()
  await elsewhere.control.addFault({ ...form, method: 'GET', path: '/auto/info' })
  if (method === 'PUT') await shop.control.addFault({ ...form, method, path: '/auto/new/autos', count: 1 })
  const { port } = shop
  const restart = (): Promise<unknown> =>
    shop.restart({
      clock: hurried(),
      connect: () =>
        Promise.resolve({
          userId: port.userId,
          serviceNow: () => port.serviceNow(),
          write: (row, stop) => port.write(row, stop),
          findOwn: (stop) => port.findOwn(stop),
          search: (criteria, page, stop) => port.search(criteria, page, stop),
          readAdvert: (id, stop) =>
            (method === 'GET' && id === bad ? strange.port : port).readAdvert(id, stop),
        }),
    })
  await restart()
  const first = await plan([bad, ...others])
  const second = await plan(others)
  await shop.batches.control.send(first)
  await shop.batches.control.send(second)
  const both = () => [first, second].map((id) => shop.batches.reader.get(id))
  const isOfAll = () => both().some(({ pauseReason }) => ofAll.includes(pauseReason ?? ''))
  const words = `${method} ${Object.values(form).join(' ')}`
  await vi.waitFor(
    () =>
      expect([words, isOfAll() || both().every(({ state }) => state === 'finished')]).toEqual([words, true]),
    { timeout: 60_000, interval: 10 },
  )
  if (!isOfAll()) {
    expect([words, both()[0]?.counts.done]).toEqual([words, expect.toBeOneOf([3, 4])])
    await restart()
    const only = await plan([bad])
    await shop.batches.control.send(only)
    await vi.waitFor(
      () => expect([words, shop.batches.reader.get(only).state]).toEqual([words, 'finished']),
      { timeout: 60_000, interval: 10 },
    )
  }
  await strange.client.close()
}

test.each(['GET', 'PUT'] as const)(
  'no answer to a %s about one advert holds its batch, another row or another batch',
  async (method) => {
    for (const form of spread(forms, 4)) await allowed(method, form)
  },
  300_000,
)

test('rows that can not be read and are first in their batch hold neither it nor those behind them', async () => {
  const [bad = 0, worse = 0, ...others] = await shop.ownIds(4)
  for (const advert of [bad, worse])
    await shop.control.addFault({ kind: 'status', status: 500, method: 'GET', path: '/auto/info', advert })
  await shop.restart({ clock: hurried() })
  const [batch] = await sendAll(await plan([bad, worse, ...others]))
  expect(batch).toMatchObject({ state: 'finished', counts: { failed: 2, done: 2 } })
  const tries = shop.batches.reader.attempts(batch?.id ?? '', 2).filter(({ kind }) => kind === 'look')
  expect(tries).toHaveLength(2)
})

test('rows that nothing can be said of wait for the service as a whole, and give way to another batch', async () => {
  const ids = await shop.ownIds(3)
  await shop.control.addFault({ kind: 'status', status: 500, method: 'GET', path: '/auto/info' })
  const first = await plan(ids)
  const second = await plan(ids)
  await shop.batches.control.send(first)
  await shop.batches.control.send(second)
  await vi.waitFor(
    () =>
      expect([first, second].map((id) => shop.batches.reader.get(id))).toMatchObject([
        { state: 'waiting', pauseReason: 'service', counts: { planned: 3 } },
        { state: 'waiting', pauseReason: 'service', counts: { planned: 3 } },
      ]),
    { timeout: 60_000 },
  )
  await shop.control.clearFaults()
  for (const id of [first, second]) await shop.batches.control.send(id)
  await shop.batches.control.idle()
  expect([first, second].map((id) => shop.batches.reader.get(id).state)).toEqual(['finished', 'finished'])
})
