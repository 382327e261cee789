import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { Keychain } from '../../../src/main/keychain/keychain.ts'
import { BuyerKeys } from '../../../src/main/orders/order-seal.ts'
import { OrdersApi } from '../../../src/main/orders/orders-api.ts'
import { OwnOrders } from '../../../src/main/orders/own-orders.ts'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import { running } from '../../sandbox/running.ts'
import { apiClient } from '../http/api-client.ts'
import { redact } from '../http/local-service.ts'
import type { KeptChildren } from '../keychain/kept-children.ts'
import {
  childrenWithoutKeyring,
  startPrivateKeyring,
  type PrivateKeyring,
} from '../keychain/private-keyring.ts'
import { ordersSchema } from '../../../src/main/orders/orders-schema.ts'
import { ordersOn, ownBeside } from './orders-on.ts'
import { folderOfTest } from '../../folders.ts'

const day = 24 * 3_600_000

let keyring: PrivateKeyring
beforeAll(async () => {
  keyring = await startPrivateKeyring()
})
afterAll(() => keyring.stop())

/** A data folder on which the app starts again and again. */
async function folderOf() {
  const { sandbox, control } = await running({ adverts: 400 })
  const folder = folderOfTest()
  const path = join(folder, 'cache.db')
  const api = new OrdersApi(apiClient(sandbox), redact)
  const days = { passed: 0 }
  const start = (children: KeptChildren = keyring.children) => {
    const { db } = openDatabase({ path, schema: ordersSchema, synchronous: 'NORMAL', now: () => 0 })
    const own = ownBeside(db)
    const keychain = new Keychain({ service: 'Forecourt test', spawn: () => children.spawn() })
    const orders = ordersOn(db, {
      keys: new BuyerKeys(keychain, () => new OwnOrders(db, own).keyName()),
      clock: { ...systemClock, now: () => Date.now() + days.passed * day },
      source: () => Promise.resolve(api),
      buyerDataDays: () => 90,
    })
    const end = (): void => {
      keychain.close()
      if (db.isOpen) db.close()
      if (own.isOpen) own.close()
    }
    onTestFinished(end)
    return { orders, db, end }
  }
  const loseCache = (): void => {
    for (const name of readdirSync(folder)) if (name.startsWith('cache.db')) rmSync(join(folder, name))
  }
  const onDisk = (): string =>
    readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'latin1'))
      .join('')
  return { control, start, loseCache, onDisk, days }
}

test('marks and notes outlive the cache, whose next reading tells nothing as new', async () => {
  const { start, loseCache } = await folderOf()
  const first = start()
  const [order] = (await first.orders.refresh()).orders
  const handled = await first.orders.handle(order?.orderId ?? 0, { note: 'Передзвонити Олені' })
  first.end()
  loseCache()
  const { orders } = start()
  expect((await orders.refresh()).orders[0]).toMatchObject({
    orderId: order?.orderId,
    handled,
    unseen: false,
  })
  expect(handled).toMatchObject({ note: 'Передзвонити Олені', locked: false })
  expect(orders.table.changes.claimUnreported('a')).toEqual([])
})

test('buyers that were erased stay so if the cache is lost', async () => {
  const { start, loseCache, control } = await folderOf()
  const first = start()
  await first.orders.refresh()
  await first.orders.eraseBuyers()
  first.end()
  loseCache()
  const { order_id: added } = await control.putOrder({})
  const { orders } = await start().orders.refresh()
  expect(orders.filter(({ buyer }) => buyer !== 'erased').map(({ orderId }) => orderId)).toEqual([added])
})

test('the name of the key is in both databases: if one of them lost it, notes still open', async () => {
  const { start, loseCache, onDisk } = await folderOf()
  const first = start()
  const [order] = (await first.orders.refresh()).orders
  await first.orders.handle(order?.orderId ?? 0, { note: 'Завдаток 500' })
  ownBeside(first.db).exec('DELETE FROM order_key')
  first.end()
  const second = start()
  expect((await second.orders.list()).orders[0]?.handled?.note).toBe('Завдаток 500')
  second.end()
  loseCache()
  expect((await start().orders.refresh()).orders[0]?.handled?.note).toBe('Завдаток 500')
  expect(onDisk()).not.toContain('Завдаток')
})

test('a note that can’t be opened now is said to be there, and is not lost by a new mark', async () => {
  const { start } = await folderOf()
  const first = start()
  const { orderId } = (await first.orders.refresh()).orders[0] ?? { orderId: 0 }
  await first.orders.handle(orderId, { note: 'Ключ у Петра' })
  first.end()
  const without = start(childrenWithoutKeyring)
  const noted = async () => (await without.orders.list()).orders[0]?.handled
  expect(await noted()).toMatchObject({ note: '', locked: true })
  expect(await without.orders.handle(orderId, { note: '' })).toMatchObject({ locked: true })
  without.end()
  expect((await start().orders.list()).orders[0]?.handled).toMatchObject({
    note: 'Ключ у Петра',
    locked: false,
  })
})

test('a note leaves with its buyer even if the cache was lost, and the service lists the order no more', async () => {
  const { start, loseCache, days } = await folderOf()
  const first = start()
  const { orderId } = (await first.orders.refresh()).orders[0] ?? { orderId: 0 }
  await first.orders.handle(orderId, { note: 'Дзвонити ввечері' })
  first.end()
  loseCache()
  const noted = (db: DatabaseSync): unknown =>
    ownBeside(db).prepare('SELECT count(*) AS n FROM order_marks WHERE note IS NOT NULL').get()?.n
  const second = start()
  expect(second.orders.forgetBuyers()).toBe(0)
  expect(noted(second.db)).toBe(1)
  days.passed = 400
  second.orders.forgetBuyers()
  expect(noted(second.db)).toBe(0)
})

test('a reading after the cache was lost takes the notes of orders that are too old', async () => {
  const { start, loseCache, days } = await folderOf()
  const first = start()
  const { orderId } = (await first.orders.refresh()).orders[0] ?? { orderId: 0 }
  await first.orders.handle(orderId, { note: 'Дзвонити ввечері' })
  first.end()
  loseCache()
  days.passed = 400
  const { orders } = await start().orders.refresh()
  expect(orders.find((order) => order.orderId === orderId)).toMatchObject({
    buyer: 'forgotten',
    handled: { note: '', locked: false },
  })
})

test('a note leaves with its buyer; one that was written after that stays', async () => {
  const { start, days, control, onDisk } = await folderOf()
  const { orders } = start()
  const { orderId } = (await orders.refresh()).orders[0] ?? { orderId: 0 }
  await orders.handle(orderId, { note: 'Дзвонити ввечері' })
  days.passed = 200
  const after = async () => (await orders.list()).orders.find((order) => order.orderId === orderId)
  await orders.refresh()
  expect(await after()).toMatchObject({ buyer: 'forgotten', handled: { note: '' } })
  await orders.handle(orderId, { note: 'Гарантія до літа' })
  await control.putOrder({ order_id: orderId, total_order_sum: 1 })
  await orders.refresh()
  expect(await after()).toMatchObject({ totalOrderSum: 1, handled: { note: 'Гарантія до літа' } })
  expect(onDisk()).not.toContain('Дзвонити')
})
