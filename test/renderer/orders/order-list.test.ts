import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OrderRow } from '#shared/orders/orders-calls.ts'
import { otherSum } from '../../../src/renderer/orders/order-sums.ts'
import {
  filterOrders,
  needsCheck,
  sortOrders,
  type OrderQuery,
} from '../../../src/renderer/orders/order-list.ts'

// Days begin at the window's midnight.
beforeEach(() => vi.stubEnv('TZ', 'Europe/Kyiv'))
afterEach(() => vi.unstubAllEnvs())

const order = (orderId: number, part: Partial<OrderRow> = {}): OrderRow => ({
  orderId,
  status: 0,
  statusName: 'Новые',
  statusWords: 'New',
  totalOrderSum: 100,
  createdAt: '2026-11-01 10:00:00',
  recipient: { userId: 5, name: 'Олена Коваль', email: 'olena@example.com', phone: '+380501234567' },
  buyer: 'here',
  delivery: { stateId: 1, cityId: 2, address: 'Київ', service: 'Нова пошта', department: '' },
  items: [
    {
      advId: 7001,
      name: 'Toyota Camry',
      price: 100,
      priceLike: null,
      advert: null,
      count: 1,
      note: '',
      vendorCode: 'TC-1',
      catalogNumbers: [],
    },
  ],
  troubles: [],
  sameCar: [],
  vanishedAt: null,
  handled: null,
  unseen: false,
  statusDoubt: null,
  takenBy: null,
  ...part,
})
const ids = (orders: readonly OrderRow[]): number[] => orders.map(({ orderId }) => orderId)
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

test('every word of the text must stand somewhere in the order, in any letter case', () => {
  const orders = [order(1), order(2, { items: [] })]
  expect(ids(filterOrders(orders, { ...everything, text: 'КОВАЛЬ camry' }))).toEqual([1])
  expect(ids(filterOrders(orders, { ...everything, text: '380501' }))).toEqual([1, 2])
  expect(ids(filterOrders(orders, { ...everything, text: '7001' }))).toEqual([1])
  // A status is found by what is shown, and by what the service calls it.
  const done = order(3, { status: 1, statusName: 'Выполненные', statusWords: 'Completed' })
  for (const text of ['completed', 'выполн'])
    expect(ids(filterOrders([...orders, done], { ...everything, text }))).toEqual([3])
})

test('an order without a sum stands last whichever way sums are sorted', () => {
  const orders = [
    order(1, { totalOrderSum: null }),
    order(2, { totalOrderSum: 900 }),
    order(3, { totalOrderSum: 10 }),
  ]
  expect(ids(sortOrders(orders, { column: 'sum', descending: false }, 'en'))).toEqual([3, 2, 1])
  expect(ids(sortOrders(orders, { column: 'sum', descending: true }, 'en'))).toEqual([2, 3, 1])
})

test('names sort by the Ukrainian alphabet, equals by the newer id', () => {
  const named = (id: number, name: string): OrderRow =>
    order(id, { recipient: { ...order(0).recipient, name } })
  const orders = [named(1, 'Ігор'), named(2, 'Яна'), named(3, 'Ганна'), named(4, 'Ганна'), named(5, 'Зоя')]
  expect(ids(sortOrders(orders, { column: 'recipient', descending: false }, 'uk'))).toEqual([4, 3, 5, 1, 2])
})

test('days, sums, delivery, news and handled ones narrow, the last day and the bounds included', () => {
  const delivery = { ...order(0).delivery, service: 'Міст' }
  const orders = [
    order(1, { createdAt: '2026-11-01 00:00:00', totalOrderSum: 10 }),
    order(2, { createdAt: '2026-11-02 23:59:59', totalOrderSum: 20, unseen: true }),
    order(3, { createdAt: '2026-11-03 00:00:00', totalOrderSum: null, delivery }),
    order(4, { createdAt: '', handled: { at: '2026-11-03', note: 'оплачено', locked: false } }),
  ]
  const found = (query: Partial<OrderQuery>) => ids(filterOrders(orders, { ...everything, ...query }))
  expect(found({ from: '2026-11-02' })).toEqual([2, 3])
  expect(found({ until: '2026-11-02' })).toEqual([1, 2])
  expect(found({ least: 20 })).toEqual([2, 4])
  expect(found({ most: 20 })).toEqual([1, 2])
  expect(found({ delivery: 'Міст' })).toEqual([3])
  expect(found({ unseenOnly: true })).toEqual([2])
  expect(found({ openOnly: true })).toEqual([1, 2, 3])
  expect(found({ text: 'ОПЛАЧЕНО' })).toEqual([4])
})

test('what is handled is not asked about again', () => {
  const troubled = order(1, { troubles: ['ordered-twice'] })
  const handled = { ...troubled, handled: { at: '2026-11-03', note: '', locked: false } }
  expect([needsCheck(troubled), needsCheck(handled), needsCheck(order(2))]).toEqual([true, false, false])
  expect(ids(filterOrders([handled], { ...everything, troubleOnly: true }))).toEqual([])
})

test('items that don’t come to the sum of the order are told, unless a price or a count is missing', () => {
  const [item] = order(1).items
  if (!item) throw new Error('no item')
  const items = [item, { ...item, price: 0.1, count: 3 }]
  expect(otherSum({ items, totalOrderSum: 100.3 })).toBeNull()
  expect(otherSum({ items, totalOrderSum: 100.5 })).toBeCloseTo(100.3)
  expect(otherSum({ items: [{ ...item, price: null }], totalOrderSum: 5 })).toBeNull()
  expect(otherSum({ items, totalOrderSum: null })).toBeNull()
  expect(otherSum({ items: [], totalOrderSum: 5 })).toBeNull()
})
