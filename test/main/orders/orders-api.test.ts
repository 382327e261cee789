import { describe, expect, test } from 'vitest'
import { OrdersApi } from '../../../src/main/orders/orders-api.ts'
import { contractStatuses } from '../../../src/main/service/order-status.ts'
import { running } from '../../sandbox/running.ts'
import { apiClient } from '../http/api-client.ts'
import { clientFor, redact, startAnswering, startService } from '../http/local-service.ts'

const key = 'k'.repeat(40)
const orders = (baseUrl: string) => new OrdersApi(clientFor(baseUrl, {}, { key }), redact)

describe('the list of orders', () => {
  test('its request line', async () => {
    const service = await startAnswering({ status: true, total: 0, orders: [] })
    await orders(service.baseUrl).orders()
    expect(service.requests[0]?.line).toBe(`GET /ria/basket/orders/?api_key=${key}&user_id=77`)
  })

  test('a path without its last slash is found once and kept', async () => {
    const service = await startService((request, response) => {
      if (request.url?.startsWith('/ria/basket/orders?'))
        response.end('{"status":true,"total":0,"orders":[]}')
      else response.writeHead(404).end()
    })
    const api = orders(service.baseUrl)
    await api.orders()
    await api.orders()
    expect(service.requests.map(({ line }) => line.split('?')[0])).toEqual([
      'GET /ria/basket/orders/',
      'GET /ria/basket/orders',
      'GET /ria/basket/orders',
    ])
  })

  test('one that can’t be read leaves the others', async () => {
    const list = [
      { order_id: '1', status: '6', items: [{ adv_id: 5, price: '10.5' }] },
      { status: 1 },
      { order_id: { tel: '067 123 45 67' } },
      { order_id: 3 },
    ]
    const service = await startAnswering({ status: true, total: '4', orders: list })
    const { total, orders: read, unreadable } = await orders(service.baseUrl).orders()
    expect([total, read.map(({ order_id }) => order_id)]).toEqual([4, [1, 3]])
    expect(read[0]).toMatchObject({
      status: 6,
      recipient: { name: null },
      items: [{ adv_id: 5, price: 10.5 }],
    })
    expect(unreadable.map(({ code, details }) => [code, details.path, details.value])).toEqual([
      ['unreadable', '1.order_id', 'absent'],
      ['unreadable', '2.order_id', '{"tel":"[phone]"}'],
    ])
  })

  test.each([
    ['an array that holds the answer', [{ status: true, total: 1, orders: [{ order_id: 7 }] }]],
    ['the bare list', [{ order_id: 7 }]],
  ])('%s is taken too', async (_what, answer) => {
    const service = await startAnswering(answer)
    expect((await orders(service.baseUrl).orders()).orders).toMatchObject([{ order_id: 7 }])
  })

  test('status false without orders is a refusal', async () => {
    const service = await startAnswering({ status: false })
    await expect(orders(service.baseUrl).orders()).rejects.toMatchObject({ code: 'rejected' })
  })
})

describe('the list of statuses', () => {
  test('its request line and the service’s own names', async () => {
    const service = await startAnswering({ status: true, data: [{ id: '0', name: 'Новые' }] })
    expect(await orders(service.baseUrl).statuses()).toEqual([{ id: 0, name: 'Новые' }])
    expect(service.requests[0]?.line).toBe(`GET /ria/basket/status?api_key=${key}`)
  })

  test.each([
    ['an array that holds the answer', [{ status: true, data: [{ id: 9, name: 'Інші' }] }]],
    ['the bare list', [{ id: 9, name: 'Інші' }]],
    ['one with an odd status among them', { data: [{ name: 'без id' }, { id: 9, name: 'Інші' }] }],
  ])('%s is taken too', async (_what, answer) => {
    const service = await startAnswering(answer)
    expect(await orders(service.baseUrl).statuses()).toEqual([{ id: 9, name: 'Інші' }])
  })

  test('the contract’s where the service has none', async () => {
    const gone = await startService((_request, response) => response.writeHead(404).end())
    const empty = await startAnswering({ status: true, data: [] })
    const html = await startService((_request, response) => response.end('<html></html>'))
    for (const { baseUrl } of [gone, empty, html])
      expect(await orders(baseUrl).statuses()).toEqual(contractStatuses)
  })

  test('a failure of another kind is told', async () => {
    const service = await startService((_request, response) => response.writeHead(403).end())
    await expect(orders(service.baseUrl).statuses()).rejects.toMatchObject({ code: 'auth' })
  })
})

test('orders and statuses of the sandbox', async () => {
  const { sandbox } = await running({ adverts: 400 })
  const api = new OrdersApi(apiClient(sandbox), redact)
  const { total, orders: read, unreadable } = await api.orders()
  expect(unreadable).toEqual([])
  expect(read).toHaveLength(total)
  expect(total).toBeGreaterThan(0)
  expect(await api.statuses()).toEqual(contractStatuses)
})
