import { expect, test } from 'vitest'
import type { OrderRow } from '#shared/orders/orders-calls.ts'
import { countStatuses, filterOrders, sortOrders } from '../../../src/renderer/orders/order-list.ts'

const order = (orderId: number, part: Partial<OrderRow> = {}): OrderRow => ({
  orderId,
  status: 0,
  statusName: 'Новые',
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
      count: 1,
      note: '',
      vendorCode: 'TC-1',
      catalogNumbers: [],
    },
  ],
  troubles: [],
  vanishedAt: null,
  handled: null,
  unseen: false,
  ...part,
})
const ids = (orders: readonly OrderRow[]): number[] => orders.map(({ orderId }) => orderId)
const everything = { text: '', status: null, troubleOnly: false }

test('every word of the text must stand somewhere in the order, in any letter case', () => {
  const orders = [order(1), order(2, { items: [] })]
  expect(ids(filterOrders(orders, { ...everything, text: 'КОВАЛЬ camry' }))).toEqual([1])
  expect(ids(filterOrders(orders, { ...everything, text: '380501' }))).toEqual([1, 2])
  expect(ids(filterOrders(orders, { ...everything, text: '7001' }))).toEqual([1])
})

test('status and trouble narrow further', () => {
  const orders = [order(1), order(2, { status: 1 }), order(3, { status: 1, troubles: ['advert-gone'] })]
  expect(ids(filterOrders(orders, { ...everything, status: 1 }))).toEqual([2, 3])
  expect(ids(filterOrders(orders, { text: '', status: 1, troubleOnly: true }))).toEqual([3])
  expect(ids(filterOrders(orders, { ...everything, status: 0 }))).toEqual([1])
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

test('the service’s "all" is no filter, unless orders have that status', () => {
  const listed = [
    { id: 0, name: 'Новые' },
    { id: 4, name: 'Все' },
  ]
  expect(countStatuses([order(1)], listed).map(({ id }) => id)).toEqual([0])
  expect(countStatuses([order(1, { status: 4 })], listed).map(({ id }) => id)).toEqual([0, 4])
})

test('a status that the service does not list is offered with the name that its orders carry', () => {
  const orders = [order(1), order(2, { status: 6, statusName: 'Удаленные' }), order(3, { status: null })]
  expect(countStatuses(orders, [{ id: 0, name: 'Новые' }])).toEqual([
    { id: 0, name: 'Новые', count: 1 },
    { id: 6, name: 'Удаленные', count: 1 },
  ])
})
