import { expect, it } from 'vitest'
import { z } from 'zod'
import { goneAdvertId } from '../../../src/sandbox/orders/order-seed.ts'
import { orderSchema } from '../../../src/sandbox/orders/order.ts'
import { running, type Running } from '../running.ts'
import { ownAdverts } from '../vehicles/adverts.ts'

const listSchema = z.strictObject({
  status: z.literal(true),
  total: z.number(),
  orders: z.array(orderSchema.strict()),
})

const orders = async (sandbox: Running, path = '/ria/basket/orders/') =>
  listSchema.parse(await sandbox.get(path))

it('lists some 60 orders with all fields, on the adverts of the dealer', async () => {
  const sandbox = await running()
  const { total, orders: list } = await orders(sandbox)
  expect(total).toBe(60)
  expect(list).toHaveLength(60)
  const own = await ownAdverts(sandbox)
  const known = new Set([...own.active, ...own.archive])
  const unknown = list.filter((order) => order.items.some((item) => !known.has(item.adv_id)))
  expect(unknown).toHaveLength(1)
  for (const { total_order_sum, items } of list) {
    expect(total_order_sum).toBe(items.reduce((sum, item) => sum + item.price * item.count, 0))
  }
})

it('has several statuses, one order on an advert that is gone and two on one car', async () => {
  const sandbox = await running()
  const { orders: list } = await orders(sandbox)
  expect([...new Set(list.map((order) => order.status))].sort()).toEqual([0, 1, 2, 6])
  const ids = list.flatMap((order) => order.items.map((item) => item.adv_id))
  const gone = await Promise.all([...new Set(ids)].map((id) => sandbox.control.advert(id)))
  expect(gone.filter((facts) => facts === undefined)).toHaveLength(1)
  expect(ids).toContain(goneAdvertId)
  expect(new Set(ids).size).toBeLessThan(ids.length)
})

it('is found with and without its last slash, and with several for one', async () => {
  const sandbox = await running()
  for (const path of ['/ria/basket/orders', '//ria/basket//orders'])
    expect(await orders(sandbox, path)).toEqual(await orders(sandbox))
})

it('lists the statuses of the contract', async () => {
  expect(await (await running()).get('/ria/basket/status')).toEqual({
    status: true,
    data: [
      { id: 0, name: 'Новые и Невыполненные' },
      { id: 1, name: 'Выполненные' },
      { id: 2, name: 'Невыполненные' },
      { id: 6, name: 'Удаленные' },
      { id: 4, name: 'Все' },
    ],
  })
})

it('lets a test add an order and change one', async () => {
  const sandbox = await running()
  const before = await orders(sandbox)
  const added = await sandbox.control.putOrder({ total_order_sum: 7 })
  await sandbox.control.putOrder({ order_id: before.orders[3]?.order_id ?? 0, status: 1 })
  const after = await orders(sandbox)
  expect(after.orders[0]).toEqual({ ...added, status: 0, total_order_sum: 7 })
  expect(after.orders[4]).toEqual({ ...before.orders[3], status: 1 })
  expect(after.total).toBe(61)
})

it('lets a test take an order out of the list and bring it back', async () => {
  const sandbox = await running()
  const { orders: before } = await orders(sandbox)
  const [seeded] = before
  const added = await sandbox.control.putOrder({})
  const removed = [seeded?.order_id ?? 0, added.order_id]
  for (const id of removed) await sandbox.control.removeOrder(id)
  const after = await orders(sandbox)
  expect([after.total, after.orders]).toEqual([59, before.slice(1)])
  await sandbox.control.putOrder({ ...seeded, order_id: removed[0] })
  expect(await orders(sandbox)).toMatchObject({ total: 60, orders: before })
  await expect(sandbox.control.removeOrder(1)).rejects.toThrow('Order')
})

it('has orders of several items, several times and in several currencies', async () => {
  const sandbox = await running()
  const { orders: list } = await orders(sandbox)
  expect(new Set(list.map(({ items }) => items.length))).toEqual(new Set([1, 2, 3, 4]))
  const items = list.flatMap((order) => order.items)
  expect(new Set(items.map(({ count }) => count))).toEqual(new Set([1, 2, 3]))
  const currencies = await Promise.all(
    items.map(async ({ adv_id, price }) => {
      const facts = await sandbox.control.advert(adv_id)
      return facts?.price === price ? facts.currency : 3
    }),
  )
  expect(new Set(currencies).size).toBeGreaterThan(1)
})

it('can be shorter than its total, by a fault', async () => {
  const sandbox = await running({ adverts: 400 })
  await sandbox.control.addFault({ kind: 'short-list', keep: 5, path: '/ria/basket/orders/' })
  const list = await orders(sandbox)
  expect([list.total, list.orders.length]).toEqual([60, 5])
})

it('sells spare parts in the live profile: catalogue numbers, a department and the status of a callback', async () => {
  const sandbox = await running({ profile: 'live' })
  const { orders: list } = (await sandbox.get('/ria/basket/orders/')) as {
    orders: { status: number; delivery: object; items: object[] }[]
  }
  for (const { delivery, items } of list) {
    expect(delivery).toMatchObject({ department: expect.stringMatching(/^Відділення №\d+$/) as string })
    for (const item of items)
      expect(item).toMatchObject({
        catalog_numbers: [expect.any(String) as string],
        name: expect.any(String) as string,
      })
  }
  expect(list.map(({ status }) => status)).toContain(7)
  const { data } = (await sandbox.get('/ria/basket/status')) as { data: { id: number; name: string }[] }
  expect(data.find(({ id }) => id === 7)?.name).toBe('Зворотний дзвінок')
  expect(data.map(({ id }) => id).sort()).toEqual([0, 1, 2, 4, 6, 7])
})
