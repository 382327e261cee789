import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { Keychain } from '../../../src/main/keychain/keychain.ts'
import { BuyerKeys, OrderSeal } from '../../../src/main/orders/order-seal.ts'
import { OrdersApi } from '../../../src/main/orders/orders-api.ts'
import { OwnOrders } from '../../../src/main/orders/own-orders.ts'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { apiClient } from '../http/api-client.ts'
import { redact } from '../http/local-service.ts'
import type { KeptChildren } from '../keychain/kept-children.ts'
import {
  childrenWithoutKeyring,
  startPrivateKeyring,
  type PrivateKeyring,
} from '../keychain/private-keyring.ts'
import { running } from '../../sandbox/running.ts'
import { leftOf } from './left-of.ts'
import { ordersSchema } from '../../../src/main/orders/orders-schema.ts'
import { ordersOn, ownBeside } from './orders-on.ts'
import { folderOfTest } from '../../folders.ts'

let keyring: PrivateKeyring
beforeAll(async () => {
  keyring = await startPrivateKeyring()
})
afterAll(() => keyring.stop())

/** A data folder whose orders are opened by one start of the app after the other. */
async function folderOf() {
  const { sandbox, control } = await running({ adverts: 400 })
  const folder = folderOfTest()
  const path = join(folder, 'cache.db')
  const api = new OrdersApi(apiClient(sandbox), redact)
  /** A start of the app, with its keychain or without one. */
  const start = (children: KeptChildren) => {
    const { db } = openDatabase({ path, schema: ordersSchema, synchronous: 'NORMAL', now: () => 0 })
    const keychain = new Keychain({ service: 'Forecourt test', spawn: () => children.spawn() })
    const name = (): string => new OwnOrders(db, ownBeside(db)).keyName()
    const keys = new BuyerKeys(keychain, name)
    const orders = ordersOn(db, { keys, source: () => Promise.resolve(api) })
    const end = (): void => {
      keychain.close()
      if (db.isOpen) db.close()
    }
    onTestFinished(end)
    return { orders, db, end, keychain, name }
  }
  const onDisk = (): string =>
    readdirSync(folder)
      .map((file) => readFileSync(join(folder, file), 'utf8'))
      .join('')
  return { control, start, onDisk, path, folder }
}

const buyers = /@example\.com|\+38067\d/

test('buyers are sealed by a key of the keychain, and there again after the next start', async () => {
  const { start, onDisk } = await folderOf()
  const first = start(keyring.children)
  const { orders, session } = await first.orders.refresh()
  expect(session).toBeNull()
  expect(orders[0]?.recipient.phone).toMatch(/^\+38067/)
  first.end()
  expect(onDisk()).not.toMatch(buyers)
  const { orders: kept } = await start(keyring.children).orders.list()
  expect(kept).toEqual(orders)
})

test('without a keychain they are there until the app ends, and the next reading brings them back unannounced', async () => {
  const { start, onDisk } = await folderOf()
  const first = start(childrenWithoutKeyring)
  const read = await first.orders.refresh()
  expect(read.session).toBe('keychain-unavailable')
  expect((await first.orders.list()).orders[0]?.recipient.phone).toMatch(/^\+38067/)
  first.end()
  expect(onDisk()).not.toMatch(buyers)
  const next = start(childrenWithoutKeyring).orders
  const [order] = (await next.list()).orders
  expect(order).toMatchObject({ buyer: 'locked', recipient: { name: '', phone: '' } })
  expect((await next.refresh()).orders[0]).toMatchObject({ buyer: 'here' })
  expect(next.table.changes.claimUnreported('a')).toEqual([])
  // What the first session sealed is of no use to anybody.
  const { db } = start(childrenWithoutKeyring)
  expect(db.prepare('SELECT count(DISTINCT key_id) AS keys FROM order_buyers').get()?.keys).toBe(1)
})

test('a start without the keychain loses nothing that its key has sealed', async () => {
  const { control, start } = await folderOf()
  const first = start(keyring.children)
  const [order] = (await first.orders.refresh()).orders
  if (!order) throw new Error('there are no orders')
  first.end()
  const without = start(childrenWithoutKeyring)
  await without.orders.refresh()
  without.end()
  await control.putOrder({
    order_id: order.orderId,
    recipient: { user_id: 1, name: 'Інша', email: 'e@example.com', phone: '+380671' },
  })
  const after = start(keyring.children).orders
  expect((await after.list()).orders[0]).toEqual(order)
  expect((await after.refresh()).orders[0]?.recipient.name).toBe('Інша')
  expect(after.table.changes.claimUnreported('a').map(({ finding }) => finding)).toMatchObject([
    { kind: 'buyer' },
  ])
})

test('one click erases all: with the key, for good, also after later readings', async () => {
  const { control, start, onDisk } = await folderOf()
  const { orders, keychain, name, end } = start(keyring.children)
  const before = await orders.refresh()
  const [order] = before.orders
  await orders.handle(order?.orderId ?? 0, { note: 'Дзвонити' })
  expect(await orders.eraseBuyers()).toBe(before.orders.length)
  expect(await keychain.get(name())).toEqual({ found: 'missing' })
  const { order_id: added } = await control.putOrder({})
  const { orders: after } = await orders.refresh()
  expect(after.filter(({ buyer }) => buyer === 'here').map(({ orderId }) => orderId)).toEqual([added])
  expect(after.find(({ orderId }) => orderId === order?.orderId)).toMatchObject({
    buyer: 'erased',
    recipient: { userId: null, name: '', email: '', phone: '' },
    delivery: { address: '' },
    handled: { note: '' },
    totalOrderSum: order?.totalOrderSum,
  })
  end()
  expect(onDisk()).not.toMatch(/Дзвонити/)
})

test('what the service tells otherwise later leaves nothing of what it told before', async () => {
  const { control, start, folder } = await folderOf()
  const { orders, db, end } = start(keyring.children)
  const read = (await orders.refresh()).orders.slice(0, 9)
  const sealed = db.prepare('SELECT sealed FROM order_buyers WHERE order_id = ?')
  const before = read.map(({ orderId }) => sealed.get(orderId)?.sealed as Uint8Array)
  expect(leftOf(folder, before)).toEqual(before)
  const recipient = { user_id: 1, name: 'Єлизавета Олександрівна', email: 'e@example.com', phone: '+380671' }
  for (const { orderId } of read) await control.putOrder({ order_id: orderId, recipient })
  await orders.refresh()
  end()
  expect(leftOf(folder, before)).toEqual([])
})

test('a seal opens in its own place, by its own key, unharmed', () => {
  const seal = new OrderSeal(randomBytes(32))
  const sealed = seal.seal('a/1', 'Олена')
  expect(seal.open('a/1', sealed)).toBe('Олена')
  expect(seal.open('a/2', sealed)).toBeNull()
  expect(new OrderSeal(randomBytes(32)).open('a/1', sealed)).toBeNull()
  for (let place = 0; place < sealed.length; place += 1)
    expect(seal.open('a/1', sealed.with(place, (sealed[place] ?? 0) ^ 1))).toBeNull()
  expect(seal.open('a/1', sealed.subarray(0, 20))).toBeNull()
  expect(seal.seal('a/1', 'Олена')).not.toEqual(sealed)
})
