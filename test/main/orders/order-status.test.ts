import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { StatusChange } from '#shared/orders/order-status.ts'
import type { Forecourt } from '../../../src/main/assemble.ts'
import { ordersHandlers } from '../../../src/main/orders/orders-calls.ts'
import { MissingTable } from '../../../src/main/service/missing-table.ts'
import { judgeStatus } from '../../../src/main/orders/status/settle-status.ts'
import { running, type Running } from '../../sandbox/running.ts'
import { assembledIn } from '../assembled.ts'
import { folderOfTest } from '../../folders.ts'

let dataDir: string
let service: Running
let app: Forecourt

beforeEach(async () => {
  dataDir = folderOfTest()
  service = await running({ adverts: 60 })
  app = opened()
})
afterEach(() => app.close())

const opened = (): Forecourt => {
  const { baseUrl, userId, key } = service.sandbox
  return assembledIn(dataDir, { overrides: { baseUrl, userId, key } })
}

/** The app is opened with its databases, and the orders are read many times. */
const slow = { timeout: 120_000 }

const path = '/ria/basket/orders'
const sent = async () => (await service.control.requests())[`PUT ${path}`] ?? 0

/** New orders, each to be set from 0 to this status. */
async function changesTo(...statuses: number[]): Promise<StatusChange[]> {
  const changes: StatusChange[] = []
  for (const after of statuses) {
    const { order_id: orderId } = await service.control.putOrder({ status: 0 })
    changes.push({ orderId, before: 0, after })
  }
  return changes
}

const row = async (id: number) => (await app.orders.list()).orders.find(({ orderId }) => orderId === id)

/** The account's service has set a status once. */
async function known(): Promise<void> {
  await app.orderStatuses.set(await changesTo(1))
  await service.control.clearRequests()
}

it(
  'several are refused until one was set, and then each ends by its own cause',
  { timeout: 60_000 },
  async () => {
    await expect(app.orderStatuses.set(await changesTo(1, 2))).rejects.toMatchObject({ code: 'order-status' })
    expect(await sent()).toBe(0)
    await known()
    expect((await app.orders.list()).statusService).toBe('known')
    const changes = await changesTo(1, 2, 1, 2, 2)
    const [, , refused, moved, doubtful] = changes
    await service.control.putOrder({ order_id: moved?.orderId ?? 0, status: 6 })
    await service.control.addFault({
      kind: 'status',
      status: 422,
      method: 'PUT',
      path,
      skip: 2,
      count: 1,
      body: ownError,
    })
    await service.control.addFault({ kind: 'status', status: 502, method: 'PUT', path, skip: 2, count: 1 })
    const results = await app.orderStatuses.set(changes)
    expect(results.map(({ state, shown }) => [state, shown])).toEqual([
      ['done', 1],
      ['done', 2],
      ['failed', 0],
      ['unsent', 6],
      ['in-doubt', 0],
    ])
    expect(results[2]?.failure).toMatchObject({ code: 'rejected' })
    expect(results[3]?.failure).toMatchObject({ code: 'order-status', details: { reason: 'moved' } })
    expect(await sent()).toBe(4)
    expect(await row(doubtful?.orderId ?? 0)).toMatchObject({
      troubles: expect.arrayContaining(['status-in-doubt']) as unknown,
      statusDoubt: { before: 0, after: 2 },
    })
    expect((await row(refused?.orderId ?? 0))?.statusDoubt).toBeNull()
  },
)

it('what was sent is listed, the newest first, with what became of it', slow, async () => {
  await known()
  await service.control.addFault({ kind: 'status', status: 502, method: 'PUT', path, count: 1 })
  const [done] = await app.orders.sentStatuses()
  const changes = await changesTo(2)
  await app.orderStatuses.set(changes)
  expect(await app.orders.sentStatuses()).toEqual([
    expect.objectContaining({ ...changes[0], state: 'in-doubt' }),
    done,
  ])
  expect(done).toMatchObject({ before: 0, after: 1, state: 'done' })
  expect(Date.parse(done?.sentAt ?? '')).toBeGreaterThan(Date.now() - 600_000)
})

const ownError = JSON.stringify({ error: { code: 'NOT_ENOUGH_DATA', message: 'no' } })

it(
  'an answer that it was set is not enough while the order shows another status: it is open',
  slow,
  async () => {
    await known()
    await service.control.addFault({
      kind: 'status',
      status: 200,
      method: 'PUT',
      path,
      count: 1,
      body: '{"status":true}',
    })
    const changes = await changesTo(2)
    const [change] = changes
    if (!change) throw new Error('no order')
    expect(await app.orderStatuses.set(changes)).toMatchObject([
      {
        state: 'in-doubt',
        shown: 0,
        failure: { code: 'order-status', details: { reason: 'unconfirmed' } },
      },
    ])
    expect(await row(change.orderId)).toMatchObject({ statusDoubt: { before: 0, after: 2 } })
    expect(await app.orders.inDoubt()).toBe(1)
    // Nothing is sent again before it is certain; then a reading tells.
    expect(await app.orderStatuses.set(changes)).toMatchObject([
      { state: 'unsent', failure: { details: { reason: 'open' } } },
      { state: 'in-doubt', earlier: true },
    ])
    expect(await sent()).toBe(1)
    await service.control.putOrder({ order_id: change.orderId, status: 2 })
    expect(await app.orderStatuses.check()).toMatchObject([{ state: 'done', shown: 2 }])
    expect(await app.orders.inDoubt()).toBe(0)
  },
)

it.each([401, 403, 429])(
  'a gateway that answers %i ends the run: the rest is not sent',
  slow,
  async (status) => {
    await known()
    const fault = { kind: 'status', status, method: 'PUT', path } as const
    await service.control.addFault({ ...fault, body: '<html>no</html>', contentType: 'text/html' })
    const results = await app.orderStatuses.set(await changesTo(1, 2))
    expect(results.map(({ state }) => state)).toEqual(['in-doubt', 'unsent'])
    expect(results[1]?.failure).toMatchObject({ details: { reason: 'halted' } })
    expect(await sent()).toBe(1)
  },
)

it('a status that the reading afterwards confirms shows that the service takes statuses', slow, async () => {
  await service.control.addFault({ kind: 'drop-after-commit', method: 'PUT', path, count: 1 })
  expect(await app.orderStatuses.set(await changesTo(1))).toMatchObject([{ state: 'done' }])
  expect((await app.orders.list()).statusService).toBe('known')
})

it('what was set here is no news, what a colleague changed meanwhile is', slow, async () => {
  await known()
  const changes = await changesTo(1)
  const { order_id: foreign } = await service.control.putOrder({ status: 0 })
  await app.orders.refresh()
  await app.orders.markSeen(null, (await app.orders.list()).lastChange)
  await service.control.putOrder({ order_id: foreign, status: 3 })
  await app.orderStatuses.set(changes)
  expect(await app.orders.unseen()).toBe(1)
  expect((await row(foreign))?.unseen).toBe(true)
})

it(
  'what a colleague sets later is news, also if the same status was sent here and settled otherwise',
  slow,
  async () => {
    await known()
    const changes = await changesTo(2)
    const orderId = changes[0]?.orderId ?? 0
    await service.control.addFault({ kind: 'drop-before', method: 'PUT', path, count: 1 })
    expect(await app.orderStatuses.set(changes)).toMatchObject([{ state: 'in-doubt' }])
    await service.control.putOrder({ order_id: orderId, status: 3 })
    expect(await app.orderStatuses.check()).toMatchObject([{ state: 'failed', shown: 3 }])
    await app.orders.markSeen(null, (await app.orders.list()).lastChange)
    await service.control.putOrder({ order_id: orderId, status: 2 })
    await app.orders.refresh()
    expect((await row(orderId))?.unseen).toBe(true)
  },
)

it(
  'so it is if the service takes no status; that this could not be saved loses no outcome',
  slow,
  async () => {
    const changes = await changesTo(2)
    const orderId = changes[0]?.orderId ?? 0
    const fault = { kind: 'status', status: 200, method: 'PUT', path, count: 1 } as const
    await service.control.addFault({ ...fault, body: '<html>hello</html>' })
    const failing = vi.spyOn(MissingTable.prototype, 'set').mockImplementation(() => {
      throw new Error('the disk is full')
    })
    const results = await app.orderStatuses.set(changes)
    failing.mockRestore()
    expect(results).toMatchObject([{ state: 'failed', failure: { code: 'demand-missing' } }])
    await app.orders.markSeen(null, (await app.orders.list()).lastChange)
    await service.control.putOrder({ order_id: orderId, status: 2 })
    await app.orders.refresh()
    expect((await row(orderId))?.unseen).toBe(true)
  },
)

it('a cache that cannot name a status loses no outcome of those before', slow, async () => {
  await known()
  const changes = await changesTo(1, 2)
  await service.control.putOrder({ order_id: changes[1]?.orderId ?? 0, status: 6 })
  vi.spyOn(app.orders, 'statusName').mockImplementation(() => {
    throw new Error('database disk image is malformed')
  })
  const results = await app.orderStatuses.set(changes)
  expect(results.map(({ state }) => state)).toEqual(['done', 'unsent'])
  expect(results[1]?.failure?.words).toContain('6')
})

it('three in doubt in a row end the run: the service is out of order', slow, async () => {
  await known()
  await service.control.addFault({ kind: 'status', status: 502, method: 'PUT', path })
  const changes = await changesTo(1, 2, 1, 2, 1)
  // One that was moved meanwhile is not sent, and says nothing of the service.
  const moved = changes.map((each, at) => (at === 1 ? { ...each, before: 99 } : each))
  const results = await app.orderStatuses.set(moved)
  const doubtful = 'in-doubt'
  const unsent = 'unsent'
  expect(results.map(({ state }) => state)).toEqual([doubtful, unsent, doubtful, doubtful, unsent])
  expect(results[4]?.failure).toMatchObject({ details: { reason: 'halted' } })
  expect(await sent()).toBe(3)
})

it('what was reviewed for one account is neither sent nor checked for another', slow, async () => {
  await known()
  const changes = await changesTo(2)
  const { accountId } = await app.orders.list()
  const handlers = ordersHandlers(app.orders, app.orderStatuses, () => Promise.resolve())
  const { signal } = new AbortController()
  const other = expect.objectContaining({
    code: 'order-status',
    details: { reason: 'account-changed' },
  }) as Error
  await expect(handlers['orders:set-status']({ accountId: 'other', changes }, signal)).rejects.toEqual(other)
  await expect(handlers['orders:check-status']({ accountId: 'other' }, signal)).rejects.toEqual(other)
  expect(await sent()).toBe(0)
  expect(await handlers['orders:set-status']({ accountId, changes }, signal)).toMatchObject([
    { state: 'done' },
  ])
})

it('an order that no list shows any more is given up after a day, even if none is whole', () => {
  const sentAt = '2026-11-26T10:00:00.000Z'
  const write = { id: 1, orderId: 7, before: 0, after: 2, sentAt }
  const cutShort = { statuses: new Map<number, number>(), isWhole: false }
  const after = (hours: number) => judgeStatus(write, cutShort, Date.parse(sentAt) + hours * 3_600_000)
  expect([after(23), after(24)]).toEqual(['open', 'gone'])
})

it('stopped, it sends no more and tells what became of each', slow, async () => {
  await known()
  const { db } = app.batches.recovery.ensureLock()
  // As the first one is claimed, the dealer stops.
  const { 'orders:stop-status': stop } = ordersHandlers(app.orders, app.orderStatuses, () =>
    Promise.resolve(),
  )
  db.function('stop', () => stop(null, new AbortController().signal) as null)
  db.exec('CREATE TEMP TRIGGER stops AFTER INSERT ON order_status_writes BEGIN SELECT stop(); END')
  const results = await app.orderStatuses.set(await changesTo(1, 2))
  db.exec('DROP TRIGGER stops')
  expect(results.map(({ state }) => state)).toEqual(['done', 'unsent'])
  expect(await sent()).toBe(1)
  expect(await app.orderStatuses.set(await changesTo(2))).toMatchObject([{ state: 'done' }])
})

it('what was sent is in a backup of the journal', slow, async () => {
  await known()
  await app.batches.backups.settled()
  const backup = new DatabaseSync(app.batches.recovery.ensureLock().backups.newest()?.path ?? '')
  const saved = backup.prepare('SELECT state FROM order_status_writes').all()
  backup.close()
  expect(saved).toEqual([{ state: 'done' }])
})

it('quits with what is not answered yet in doubt, and sends nothing more', slow, async () => {
  await known()
  await service.control.addFault({ kind: 'never-answer', method: 'PUT', path, count: 1 })
  const results = app.orderStatuses.set(await changesTo(1, 2))
  await expect.poll(sent, { timeout: 60_000 }).toBe(1)
  await app.orderStatuses.close(0)
  expect(await app.orders.inDoubt()).toBe(1)
  // The connection breaks: the second is not sent all the same.
  await service.sandbox.close()
  expect(await results).toMatchObject([
    { state: 'in-doubt' },
    { state: 'unsent', failure: { code: 'cancelled' } },
  ])
})

it('a claim that fails keeps the results of those before it', slow, async () => {
  await known()
  const changes = await changesTo(1, 2)
  const { db } = app.batches.recovery.ensureLock()
  db.exec(`CREATE TEMP TRIGGER full BEFORE INSERT ON order_status_writes WHEN NEW.order_id = ${changes[1]?.orderId ?? 0}
    BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`)
  const results = await app.orderStatuses.set(changes)
  expect(results.map(({ state }) => state)).toEqual(['done', 'unsent'])
  expect(await sent()).toBe(1)
})

it('a process that lost the engine claims nothing', slow, async () => {
  await known()
  const { orderStatuses, db } = app.batches.recovery.ensureLock().tables
  db.exec('UPDATE identity SET fence = fence + 1')
  const claim = () =>
    orderStatuses.claim('a', { orderId: 7, before: 0, after: 2 }, '2026-11-26T10:00:00.000Z')
  expect(claim).toThrow(expect.objectContaining({ code: 'engine-taken' }) as Error)
})

it('an answer that is lost is found by the reading afterwards', slow, async () => {
  await known()
  await service.control.addFault({ kind: 'drop-after-commit', method: 'PUT', path })
  const [result] = await app.orderStatuses.set(await changesTo(2))
  expect(result).toMatchObject({ state: 'done', shown: 2, failure: null })
  expect(await sent()).toBe(1)
})

it(
  'a request that is lost stays in doubt over a restart, and is never sent again by a check',
  { timeout: 60_000 },
  async () => {
    await known()
    const [change, other] = await changesTo(2, 2)
    if (!change || !other) throw new Error('no orders')
    await service.control.addFault({ kind: 'drop-before', method: 'PUT', path, count: 1 })
    const results = await app.orderStatuses.set([change, other])
    expect(results.map(({ state }) => state)).toEqual(['in-doubt', 'unsent'])
    await app.close()
    app = opened()
    expect((await row(change.orderId))?.statusDoubt).toMatchObject({ after: 2 })
    expect(await app.orderStatuses.check()).toMatchObject([{ state: 'in-doubt', shown: 0 }])
    expect(await app.orders.inDoubt()).toBe(1)
    const [open, earlier] = await app.orderStatuses.set([change])
    expect(open).toMatchObject({ state: 'unsent', failure: { details: { reason: 'open' } }, earlier: false })
    expect(earlier).toMatchObject({ orderId: change.orderId, state: 'in-doubt', earlier: true })
    await service.control.putOrder({ order_id: change.orderId, status: 2 })
    expect(await app.orderStatuses.check()).toMatchObject([{ state: 'done', shown: 2 }])
    expect((await row(change.orderId))?.statusDoubt).toBeNull()
    expect(await sent()).toBe(1)
  },
)

it(
  'two at once for one order are sent one after the other: the second sees what the first did',
  slow,
  async () => {
    await known()
    const [change] = await changesTo(2)
    if (!change) throw new Error('no order')
    const both = await Promise.all([app.orderStatuses.set([change]), app.orderStatuses.set([change])])
    expect(both.flat().map(({ state }) => state)).toEqual(['done', 'unsent'])
    expect(await sent()).toBe(1)
  },
)

it('the database itself lets no order have two open writes, and nothing in doubt be sent again', slow, () => {
  const { orderStatuses: table, db } = app.batches.recovery.ensureLock().tables
  const at = '2026-11-26T10:00:00.000Z'
  const change = { orderId: 7, before: 0, after: 2 }
  expect(table.claim('a', change, at)).not.toBeNull()
  expect(table.claim('a', change, at)).toBeNull()
  const [open] = table.open('a')
  const end = { source: null, code: null, status: null } as const
  table.end(open?.id ?? 0, { ...end, state: 'in-doubt' }, at)
  expect(() => db.exec(`UPDATE order_status_writes SET state = 'sending', ended_at = NULL`)).toThrow(
    'as it ended',
  )
  expect(() => table.end(open?.id ?? 0, { ...end, state: 'unsent' }, at)).toThrow('as it ended')
  table.end(open?.id ?? 0, { ...end, state: 'failed' }, at)
  expect(() => table.end(open?.id ?? 0, { ...end, state: 'done' }, at)).toThrow('as it ended')
  expect(table.claim('a', change, at)).not.toBeNull()
})
