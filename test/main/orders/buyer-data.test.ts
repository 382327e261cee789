import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { serviceTime } from '#shared/time/service-time.ts'
import { BuyerForgetter } from '../../../src/main/orders/buyer-forgetter.ts'
import { OrdersApi } from '../../../src/main/orders/orders-api.ts'
import { ordersSchema } from '../../../src/main/orders/orders-schema.ts'
import { ordersOn } from './orders-on.ts'
import { handClock } from '../system/hand-clock.ts'
import { clientFor, redact, startAnswering } from '../http/local-service.ts'
import { folderOfTest } from '../../folders.ts'

const day = 24 * 3_600_000
const clockStart = handClock().now()

/** An order as the service tells it, made so many days before the clock's start. */
const order = (order_id: number, age: number, more: object = {}) => ({
  order_id,
  status: 1,
  total_order_sum: 450_000,
  created_at: serviceTime(clockStart - age * day),
  recipient: { user_id: 5150, name: 'Олена Коваль', email: 'olena@example.com', phone: '+380501234567' },
  delivery: {
    state_id: 10,
    city_id: 20,
    address: 'вул. Садова, 5',
    service: 'Нова пошта',
    department: 'Відділення №17, вул. Садова',
  },
  items: [
    {
      adv_id: 7001,
      name: 'Camry',
      price: 450_000,
      count: 1,
      note: 'Дзвонити Олені',
      vendor_code: 'C1',
      catalog_numbers: ['06L115562B', null],
    },
  ],
  ...more,
})

const traces = /Олен|olena|0501234567|Садова|5150|Дзвонити/

async function shop(orders: readonly object[], days: number | null = 90) {
  const folder = folderOfTest()
  const clock = handClock()
  const { db } = openDatabase({
    path: join(folder, 'cache.db'),
    schema: ordersSchema,
    synchronous: 'NORMAL',
    now: () => clock.now(),
  })
  onTestFinished(() => db.close())
  const service = await startAnswering({ status: true, total: orders.length, orders, data: [] })
  const settings = { days }
  let accountId = 'a'
  const orderService = ordersOn(db, {
    clock,
    accountId: () => Promise.resolve(accountId),
    source: () => Promise.resolve(new OrdersApi(clientFor(service.baseUrl), redact)),
    buyerDataDays: () => settings.days,
  })
  const as = (account: string): void => void (accountId = account)
  /** Everything that lies in the data folder. */
  const onDisk = (): string =>
    readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('')
  /** Orders whose buyers are saved, sealed. */
  const buyers = (): unknown => db.prepare('SELECT count(*) AS count FROM order_buyers').get()?.count
  return { buyers, service: orderService, clock, settings, onDisk, as }
}

describe('buyers’ data', () => {
  test('of an order that is too old already is not written by a sync', async () => {
    const { service, onDisk } = await shop([order(1, 91)])
    const { orders, failure } = await service.refresh()
    expect(failure).toBeNull()
    expect(orders[0]).toMatchObject({
      orderId: 1,
      buyer: 'forgotten',
      totalOrderSum: 450_000,
      recipient: { userId: null, name: '', email: '', phone: '' },
      delivery: { stateId: 10, cityId: 20, address: '', service: 'Нова пошта', department: '' },
      items: [
        {
          advId: 7001,
          name: 'Camry',
          price: 450_000,
          note: '',
          vendorCode: 'C1',
          catalogNumbers: ['06L115562B'],
        },
      ],
    })
    expect(onDisk()).not.toMatch(traces)
  })

  test('leaves when its time has come, from the disk too, for every account, and the order stays', async () => {
    const { service, clock, onDisk, as, buyers } = await shop([order(1, 0)])
    await service.refresh()
    as('b')
    await service.refresh()
    clock.set(clockStart + 90 * day)
    expect(service.forgetBuyers()).toBe(0)
    expect(buyers()).toBe(2)
    clock.set(clockStart + 90 * day + 1000)
    expect([service.forgetBuyers(), service.forgetBuyers()]).toEqual([2, 0])
    expect(buyers()).toBe(0)
    expect(onDisk()).not.toMatch(traces)
    for (const account of ['a', 'b']) {
      as(account)
      expect((await service.list()).orders).toMatchObject([{ orderId: 1, buyer: 'forgotten' }])
    }
  })

  test('is what the setting says: fewer days, for good, and more days with the next sync', async () => {
    const { service, settings } = await shop([order(1, 60)], 30)
    await service.refresh()
    expect((await service.list()).orders[0]?.buyer).toBe('forgotten')
    settings.days = 90
    expect((await service.refresh()).orders[0]?.recipient.name).toBe('Олена Коваль')
    settings.days = null
    expect(service.forgetBuyers()).toBe(0)
    settings.days = 30
    expect(service.forgetBuyers()).toBe(1)
  })

  test('in fields that the contract doesn’t name goes too; an order without a date keeps it', async () => {
    const { service, onDisk } = await shop([
      order(1, 200, { comment: 'Передзвонити', recipient: { name: 'Олена', telegram: '@olena' } }),
      order(2, 0, { created_at: null, recipient: { name: 'Петро' } }),
    ])
    const { orders } = await service.refresh()
    expect(orders.map(({ buyer }) => buyer).toSorted()).toEqual(['forgotten', 'here'])
    expect(orders.find(({ orderId }) => orderId === 2)?.recipient.name).toBe('Петро')
    expect(onDisk()).not.toMatch(/Передзвонити|@olena/)
  })
})

test('it is looked at on start, every day after, until the end, whatever fails', async () => {
  const clock = handClock()
  const times: number[] = []
  const told: string[] = []
  const forgetter = new BuyerForgetter({
    clock,
    forget() {
      times.push(clock.now() - clockStart)
      if (times.length === 2) throw new Error('locked')
      if (times.length === 4) forgetter.end()
      return 1
    },
    onForgotten: () => told.push('shown'),
    onFailure: (error) => told.push(String(error)),
  })
  await forgetter.run()
  expect(times).toEqual([0, day, 2 * day, 3 * day])
  expect(told).toEqual(['Error: locked', 'shown', 'shown'])
})
