import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { OrdersApi } from '../../../src/main/orders/orders-api.ts'
import { OrderSeal } from '../../../src/main/orders/order-seal.ts'
import { OrdersTable } from '../../../src/main/orders/orders-table.ts'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { apiClient } from '../http/api-client.ts'
import { redact } from '../http/local-service.ts'
import { completedStatus } from '../../../src/main/service/order-status.ts'
import { running } from '../../sandbox/running.ts'
import { ordersSchema } from '../../../src/main/orders/orders-schema.ts'
import { ordersOn, ownBeside } from './orders-on.ts'
import { folderOfTest } from '../../folders.ts'

const path = '/ria/basket/orders/'

/** Orders that follow the sandbox; `open` is what the next start of the app sees. */
async function followed() {
  const { sandbox, control } = await running({ adverts: 400 })
  const folder = folderOfTest()
  const at = { path: join(folder, 'cache.db'), synchronous: 'NORMAL' as const, now: () => 0 }
  const { db } = openDatabase({ ...at, schema: ordersSchema })
  onTestFinished(() => db.close())
  const api = new OrdersApi(apiClient(sandbox), redact)
  const found: string[] = []
  const orders = ordersOn(db, { source: () => Promise.resolve(api), onChanges: (id) => void found.push(id) })
  await orders.refresh()
  const [first] = (await orders.list()).orders
  if (!first) throw new Error('there are no orders')
  const onDisk = (): string =>
    readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'latin1'))
      .join('')
  const told = () =>
    orders.table.changes.claimUnreported('a').map(({ orderId, finding }) => [orderId, finding.kind])
  return { control, api, orders, db, first, found, told, onDisk }
}

test('the first reading is what there is: nothing of it is new', async () => {
  const { orders, told, first } = await followed()
  expect(told()).toEqual([])
  expect(await orders.unseen()).toBe(0)
  expect(await orders.timeline(first.orderId)).toMatchObject([
    { orderId: first.orderId, finding: { kind: 'came', status: first.status, sum: first.totalOrderSum } },
  ])
})

test('a new order, another status, sum, item and buyer, one that vanishes and returns are found, once each', async () => {
  const { control, orders, told, first, onDisk } = await followed()
  const id = first.orderId
  const added = await control.putOrder({})
  await control.putOrder({ order_id: id, status: 2 })
  await orders.refresh()
  expect(told()).toEqual([
    [added.order_id, 'came'],
    [id, 'status'],
  ])
  await orders.refresh()
  expect(told()).toEqual([])

  const item = { adv_id: 5, name: 'Килимки', price: 900, count: 2, note: '', vendor_code: '' }
  await control.putOrder({ order_id: id, total_order_sum: 1_800, items: [item] })
  await control.putOrder({
    order_id: added.order_id,
    recipient: { ...added.recipient, phone: '+380991112233' },
  })
  await orders.refresh()
  const changes = (await orders.timeline(id)).map(({ finding }) => finding)
  expect(changes.map(({ kind }) => kind)).toEqual(['came', 'status', 'sum', 'items'])
  expect(changes[1]).toEqual({ kind: 'status', before: first.status, after: 2 })
  expect(changes[2]).toEqual({ kind: 'sum', before: first.totalOrderSum, after: 1_800 })
  expect(changes[3]).toMatchObject({ after: [{ advId: 5, name: 'Килимки', price: 900, count: 2 }] })
  const ofBuyer = await orders.timeline(added.order_id)
  expect(ofBuyer.map(({ finding }) => finding)).toMatchObject([
    { kind: 'came' },
    { kind: 'buyer', fields: ['phone'] },
  ])
  expect(JSON.stringify([ofBuyer, changes])).not.toMatch(/99111|example\.com/)
  expect(told()).toHaveLength(3)

  await control.removeOrder(id)
  const after = await orders.refresh()
  expect(told()).toEqual([[id, 'vanished']])
  expect(after.orders.find(({ orderId }) => orderId === id)?.vanishedAt).toBe(after.readAt)
  expect([after.received, after.total]).toEqual([after.orders.length - 1, after.orders.length - 1])
  await orders.refresh()
  expect(told()).toEqual([])
  await control.putOrder({ ...(await control.putOrder({})), order_id: id })
  const back = await orders.refresh()
  expect(told().map(([, kind]) => kind)).toContain('returned')
  expect(back.orders.find(({ orderId }) => orderId === id)?.vanishedAt).toBeNull()
  expect(onDisk()).not.toMatch(/99111|example\.com|\+38067/)
})

test('a list that is shorter than its count makes no order vanish', async () => {
  const { control, orders, told } = await followed()
  await control.addFault({ kind: 'short-list', keep: 5, path, count: 1 })
  const { orders: kept, received } = await orders.refresh()
  expect([received, told()]).toEqual([5, []])
  expect(kept.filter(({ vanishedAt }) => vanishedAt !== null)).toEqual([])
})

test('what was found is unseen until it is looked at, also after the next start', async () => {
  const { control, orders, db, first, found } = await followed()
  found.length = 0
  const { order_id: added } = await control.putOrder({})
  await control.putOrder({ order_id: first.orderId, status: 2 })
  await orders.refresh()
  expect(found).toEqual(['a'])
  expect(await orders.unseen()).toBe(2)
  const next = ordersOn(db, { source: () => Promise.reject(new Error('offline')) })
  const unseen = (await next.list()).orders.filter((order) => order.unseen).map(({ orderId }) => orderId)
  expect(unseen.sort()).toEqual([added, first.orderId].sort())
  const { lastChange } = await next.list()
  expect(await next.markSeen([added], lastChange)).toEqual({ count: 1, unseen: [first.orderId] })
  expect(await next.markSeen(null, lastChange)).toEqual({ count: 0, unseen: [] })
  expect((await next.list()).orders.filter((order) => order.unseen)).toEqual([])
})

test('what another program on the same folder found is shown by the next poll, once', async () => {
  const { control, api, orders, db, first } = await followed()
  const poll = async () => (await orders.poll(new AbortController().signal))?.state
  expect(await poll()).toBeNull()
  await control.putOrder({ order_id: first.orderId, status: 2 })
  await ordersOn(db, { source: () => Promise.resolve(api) }).refresh()
  expect((await poll())?.orders.find(({ orderId }) => orderId === first.orderId)).toMatchObject({
    status: 2,
    unseen: true,
  })
  expect(await poll()).toBeNull()
})

test('readings of one account follow each other, and a cancelled one waits for none', async () => {
  const { control, orders, told, first } = await followed()
  await control.addFault({ kind: 'delay', ms: 150, path, count: 1 })
  const slow = orders.refresh()
  const stop = new AbortController()
  const cancelled = orders.refresh(stop.signal)
  stop.abort()
  await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' })
  await control.putOrder({ order_id: first.orderId, status: 2 })
  await Promise.all([slow, orders.refresh()])
  expect((await orders.list()).orders.find(({ orderId }) => orderId === first.orderId)?.status).toBe(2)
  expect(told()).toEqual([[first.orderId, 'status']])
})

test('an answer that was asked for before another program saved its own is left aside: it may be older', async () => {
  const { orders, db, told } = await followed()
  const readAt = Date.parse((await orders.list()).readAt ?? '')
  const { orders: saved } = await orders.list()
  const older = {
    orders: [],
    statuses: [],
    total: 0,
    forgetBefore: null,
    askedAt: new Date(readAt - 1).toISOString(),
    readAt: new Date(readAt + 1).toISOString(),
  }
  const seal = new OrderSeal(randomBytes(32))
  expect(new OrdersTable(db, ownBeside(db)).save('a', older, seal)).toEqual({ received: 0, changes: 0 })
  const newer = { ...older, askedAt: new Date(readAt).toISOString() }
  expect(new OrdersTable(db, ownBeside(db)).save('a', newer, seal).changes).toBe(saved.length)
  expect(told()).toHaveLength(saved.length)
})

test('after the clock was set back, what the service answers is saved and told', async () => {
  const { orders, db, told, control } = await followed()
  const ahead = new Date(Date.now() + 30 * 24 * 3_600_000).toISOString()
  db.prepare('UPDATE order_reads SET read_at = ?').run(ahead)
  const { order_id } = await control.putOrder({})
  const { orders: saved, readAt } = await orders.refresh()
  expect(saved.map(({ orderId }) => orderId)).toContain(order_id)
  expect(told()).toEqual([[order_id, 'came']])
  expect(Date.parse(readAt ?? '')).toBeLessThan(Date.parse(ahead))
})

test('an order is marked as handled with a note of one’s own, which is sealed like its buyer', async () => {
  const { orders, first, onDisk } = await followed()
  const { orderId } = first
  expect(await orders.handle(orderId, { note: ' Передзвонити Олені +380501112233 ' })).toMatchObject({
    note: 'Передзвонити Олені +380501112233',
  })
  const marked = async () => (await orders.list()).orders.find((order) => order.orderId === orderId)?.handled
  expect((await marked())?.note).toBe('Передзвонити Олені +380501112233')
  expect(onDisk()).not.toContain('0501112233')
  await orders.refresh()
  expect((await marked())?.note).toContain('Олені')
  expect(await orders.handle(orderId, null)).toBeNull()
  expect(await marked()).toBeNull()
})

test('which adverts have open orders is known from what is saved', async () => {
  const { control, orders, first } = await followed()
  const item = { adv_id: 5, name: 'Килимки', price: 900, count: 2, note: '', vendor_code: '' }
  await control.putOrder({ order_id: first.orderId, status: 2, items: [item] })
  await orders.refresh()
  expect(orders.table.openAdverts('a').has(5)).toBe(true)
  expect(orders.table.openAdverts('other').size).toBe(0)
  await control.putOrder({ order_id: first.orderId, status: completedStatus })
  await orders.refresh()
  expect(orders.table.openAdverts('a').has(5)).toBe(false)
})
