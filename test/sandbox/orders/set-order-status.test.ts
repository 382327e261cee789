import { expect, it } from 'vitest'
import { running, type Running } from '../running.ts'

const path = '/ria/basket/orders'

/** A request without a body says how long it is. */
const headers = (body?: string): Record<string, string> =>
  body === undefined ? { 'content-length': '0' } : {}

const put = async (service: Running, order: string, body?: string, user = service.sandbox.userId) => {
  const response = await service.fetch('PUT', path, `user_id=${user}&${order}`, headers(body), body)
  return [response.status, (await response.json()) as unknown] as const
}

const statuses = async (sandbox: Running) => {
  const { orders } = (await sandbox.get(path)) as { orders: { order_id: number; status: number }[] }
  return new Map(orders.map(({ order_id, status }) => [order_id, status]))
}

it('gives an order a status of the list, and changes nothing else of it', async () => {
  const sandbox = await running()
  const { orders: before } = (await sandbox.get(path)) as { orders: { order_id: number }[] }
  const [id] = (await statuses(sandbox)).keys()
  expect(await put(sandbox, `order_id=${id}`, '{"status":2}')).toEqual([200, { status: true }])
  const { orders: after } = (await sandbox.get(path)) as { orders: { order_id: number }[] }
  expect(after).toEqual(before.map((order) => (order.order_id === id ? { ...order, status: 2 } : order)))
})

it('refuses what is no order, no status or no JSON, and sets nothing', async () => {
  const sandbox = await running()
  const before = await statuses(sandbox)
  const [id] = before.keys()
  const order = `order_id=${id}`
  expect((await put(sandbox, '', '{"status":2}'))[0]).toBe(400)
  expect((await put(sandbox, 'order_id=7', '{"status":2}'))[0]).toBe(404)
  expect((await put(sandbox, order, '{"status":2}', 1))[0]).toBe(404)
  for (const body of [undefined, '', '{', '[2]', '{"status":"2"}', '{"status":4}', '{"status":7}'])
    expect([body, (await put(sandbox, order, body))[0]]).toEqual([body, 400])
  expect(await statuses(sandbox)).toEqual(before)
})

it('can be left out while the orders are read', async () => {
  const sandbox = await running()
  await sandbox.control.setModes({ off: { [`PUT ${path}`]: 404 } })
  const [id] = (await statuses(sandbox)).keys()
  expect((await put(sandbox, `order_id=${id}`, '{"status":2}'))[0]).toBe(404)
})
