import { describe, expect, test } from 'vitest'
import { OrdersApi } from '../../../src/main/orders/orders-api.ts'
import { contractStatuses } from '../../../src/main/service/order-status.ts'
import { running } from '../../sandbox/running.ts'
import { apiClient } from '../http/api-client.ts'
import { clientFor, redact, startAnswering, startService } from '../http/local-service.ts'

const key = 'k'.repeat(40)
const orders = (baseUrl: string) => new OrdersApi(clientFor(baseUrl, {}, { key }), redact)

describe('the list of orders', () => {
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

  test('status false without orders is a refusal', async () => {
    const service = await startAnswering({ status: false })
    await expect(orders(service.baseUrl).orders()).rejects.toMatchObject({ code: 'rejected' })
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
