import { expect, it } from 'vitest'
import { z } from 'zod'
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

it('is found with and without its last slash, and with several for one', async () => {
  const sandbox = await running()
  for (const path of ['/ria/basket/orders', '//ria/basket//orders'])
    expect(await orders(sandbox, path)).toEqual(await orders(sandbox))
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
