import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OrderRow } from '#shared/orders/orders-calls.ts'
import type { Order } from '../../src/main/service/order.ts'
import { openDatabase } from '../../src/main/storage/database.ts'
import { filterOrders, sortOrders, type OrderQuery } from '../../src/renderer/orders/order-list.ts'
import { ordersSchema } from '../../src/main/orders/orders-schema.ts'
import { ordersOn } from '../main/orders/orders-on.ts'
import { madeOrders } from './orders/made-orders.ts'
import { measured, type Figure } from './figure.ts'
import { allRounds, ratios } from './rounds.ts'

export const name = 'Orders: 10,000 of them, read again and shown'

const size = 10_000
const changed = 100
const rounds = 7

const everything: OrderQuery = {
  text: '',
  status: null,
  troubleOnly: false,
  unseenOnly: false,
  openOnly: false,
  from: '',
  until: '',
  least: null,
  most: null,
  delivery: '',
}

/** Readings that are compared with 10,000 saved orders, and the list of them; the base is to parse the answer once. */
export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-bench-'))
  const { db } = openDatabase({
    path: join(folder, 'cache.db'),
    schema: ordersSchema,
    synchronous: 'NORMAL',
    now: () => 0,
  })
  let list: readonly Order[] = madeOrders(size)
  const answer = JSON.stringify(list)
  const source = {
    orders: () => Promise.resolve({ total: list.length, orders: list, unreadable: [] }),
    statuses: () => Promise.resolve([{ id: 0, name: 'Нові' }]),
  }
  const orders = ordersOn(db, { source: () => Promise.resolve(source) })
  const started = performance.now()
  await orders.readings.read('a')
  const first = performance.now() - started
  const rows: OrderRow[] = (await orders.list()).orders
  let turn = 0
  const times = await allRounds(rounds, [
    ['parse', () => Promise.resolve(void JSON.parse(answer))],
    ['same', () => orders.readings.read('a')],
    [
      'changed',
      () => {
        turn += 1
        list = list.map((order, place) => (place < changed ? { ...order, total_order_sum: turn } : order))
        return orders.readings.read('a')
      },
    ],
    ['list', () => orders.list()],
    ['search', () => Promise.resolve(void filterOrders(rows, { ...everything, text: 'покупець 77' }))],
    ['sort', () => Promise.resolve(void sortOrders(rows, { column: 'recipient', descending: false }, 'uk'))],
  ])
  db.close()
  rmSync(folder, { recursive: true })
  const ms = (title: string, key: string, goal?: number): Figure => ({
    name: title,
    ...measured(times.get(key) ?? []),
    unit: 'ms',
    ...(goal !== undefined && { goal }),
  })
  return [
    { name: 'first reading saved, buyers sealed', value: first, unit: 'ms' },
    ms('a reading without changes compared', 'same', 200),
    ms(`a reading with ${changed} changes compared and saved`, 'changed', 200),
    {
      name: 'a reading without changes against JSON.parse of the answer',
      ...measured(ratios(times, 'same', 'parse')),
      unit: '×',
    },
    ms('the whole list opened for the window', 'list'),
    ms('a search for two words in the window', 'search'),
    ms('the list sorted by buyer in the window', 'sort'),
  ]
}
