import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ServiceAdverts } from '../../src/main/batch/sending/service-adverts.ts'
import { InventoryApi } from '../../src/main/inventory/inventory-api.ts'
import { OrdersApi } from '../../src/main/orders/orders-api.ts'
import { createSearchApi } from '../../src/main/search/search-api.ts'
import { ServiceError } from '../../src/main/http/service-error.ts'
import { searchPairs } from '../../src/main/service/search-params.ts'
import { running, type Running } from '../sandbox/running.ts'
import { apiClient } from './http/api-client.ts'
import { failureOf, redact } from './http/local-service.ts'
import { handClock } from './system/hand-clock.ts'
import { fourIds } from '../sandbox/vehicles/four-ids.ts'

const small = { adverts: 60 }

async function someIds({ sandbox }: Running): Promise<readonly number[]> {
  return (await new InventoryApi(apiClient(sandbox)).searchAdverts({}, 0)).ids
}

describe('quirks of the live service, through the client', () => {
  test('object-root and string-numbers: the same record as without', async () => {
    const service = await running(small)
    const api = new InventoryApi(apiClient(service.sandbox))
    const [id = 0] = await someIds(service)
    const plain = await api.advertInfo(id)
    await service.control.setQuirks(['object-root', 'string-numbers'])
    expect(await api.advertInfo(id)).toEqual(plain)
    expect((await api.searchAdverts({}, 0)).ids).toContain(id)
  })

  test('nulls: absent values are null', async () => {
    const service = await running(small)
    const api = new InventoryApi(apiClient(service.sandbox))
    const ids = await someIds(service)
    await service.control.setQuirks(['nulls'])
    const records = await Promise.all(ids.map((id) => api.advertInfo(id)))
    expect(records.some(({ locationCityName }) => locationCityName === null)).toBe(true)
    expect(records.some(({ autoData }) => autoData.raceInt === null)).toBe(true)
    expect(records.every(({ autoData }) => autoData.race !== null)).toBe(true)
  })

  test('entities: what was written is read as it was written', async () => {
    const { sandbox, control } = await running(small)
    const client = apiClient(sandbox)
    const note = 'Авто "з салону" & 5 < 6, \'як нове\''
    const { lastInsertId } = await new ServiceAdverts(client, new InventoryApi(client)).write({
      operation: 'create',
      payload: { ...fourIds(), currency_id: 1, auto_note: note },
    })
    await control.setQuirks(['entities'])
    const record = await new InventoryApi(client).advertInfo(lastInsertId)
    expect(record.autoData.description).toBe(note)
    expect(record.badges).toHaveLength(1)
  })

  test('stale-read: an edit is still read as the old value for a while', async () => {
    const { sandbox, control } = await running(small)
    const client = apiClient(sandbox)
    const api = new InventoryApi(client)
    const own = await api.ownAdverts()
    const id = own?.active[0] ?? 0
    const before = await api.advertInfo(id)
    await control.setQuirks(['stale-read'])
    await new ServiceAdverts(client, new InventoryApi(client)).write({
      operation: 'edit',
      payload: { auto_id: id, currency_id: 1, price: 123_456 },
    })
    expect((await api.advertInfo(id)).USD).toBe(before.USD)
  })

  test('promotion and wrong-count: a walk still ends and finds the same', async () => {
    const service = await running(small)
    const api = new InventoryApi(apiClient(service.sandbox))
    const walked = async () => {
      const ids = new Set<number>()
      for await (const page of api.walkAdverts({ countpage: 10 })) for (const id of page) ids.add(id)
      return ids
    }
    const plain = await walked()
    await service.control.setQuirks(['promotion', 'wrong-count'])
    expect(await walked()).toEqual(plain)
  })

  test('filter-echo: a filter that was ignored is named', async () => {
    const { sandbox, control } = await running(small)
    await control.setQuirks(['filter-echo'])
    const params = [...searchPairs({ category_id: 1 }, 0), ['price_оt', 5_000]] as const
    const page = await createSearchApi(apiClient(sandbox)).search(params)
    expect(page.notApplied).toEqual(['price_оt'])
    expect(page.lookAlikes).toEqual([{ name: 'price_оt', meant: 'price_ot' }])
  })

  test('slashless-orders: the orders are found all the same', async () => {
    const { sandbox, control } = await running({ adverts: 400 })
    await control.setQuirks(['slashless-orders'])
    expect((await new OrdersApi(apiClient(sandbox), redact).orders()).orders).not.toEqual([])
  })

  test('orders-of-user: the orders are found by the user of the account', async () => {
    const { sandbox, control } = await running({ adverts: 400 })
    await control.setQuirks(['orders-of-user'])
    expect((await new OrdersApi(apiClient(sandbox), redact).orders()).orders).not.toEqual([])
    await control.setQuirks(['orders-of-user', 'slashless-orders'])
    expect((await new OrdersApi(apiClient(sandbox), redact).orders()).orders).not.toEqual([])
  })

  test('status-names: the service’s own name is the one', async () => {
    const { sandbox, control } = await running(small)
    await control.setQuirks(['status-names'])
    expect(await new OrdersApi(apiClient(sandbox), redact).statuses()).toContainEqual({
      id: 0,
      name: 'Новые',
    })
  })

  test('rate-limit: a hundred reads come through, Retry-After honoured', async () => {
    const service = await running(small)
    const clock = handClock()
    const [id = 0] = await someIds(service)
    await service.control.setQuirks(['rate-limit'])
    const api = new InventoryApi(apiClient(service.sandbox, { clock }))
    for (let count = 0; count < 100; count += 1) await api.advertInfo(id)
    expect(clock.slept).toHaveLength(4)
    expect(clock.slept.filter((ms) => ms === 1_000)).toHaveLength(2)
  })

  test('error-forms: whatever form a refusal takes, its kind is known', async () => {
    const { sandbox, control } = await running(small)
    await control.setQuirks(['error-forms'])
    const missing = new InventoryApi(apiClient(sandbox))
    const wrongKey = new InventoryApi(apiClient({ ...sandbox, key: 'x'.repeat(40) }))
    for (let form = 0; form < 8; form += 1) {
      expect(await failureOf(ServiceError, missing.advertInfo(1))).toMatchObject({ code: 'not-found' })
      expect(await failureOf(ServiceError, wrongKey.advertInfo(1))).toMatchObject({ code: 'auth' })
    }
    const params = { user_id: sandbox.userId, marka_id: 1 }
    const write = () =>
      apiClient(sandbox).write('POST', '/auto/new/autos', Object.entries(params), z.unknown())
    for (let form = 0; form < 4; form += 1)
      expect(await failureOf(ServiceError, write())).toMatchObject({ code: 'rejected', answered: true })
  })
})

describe('faults of the service, through the client’s reads', () => {
  test.each(['drop-before', 'cut-body'] as const)('%s is got over', async (kind) => {
    const service = await running(small)
    const [id = 0] = await someIds(service)
    await service.control.addFault({ kind, method: 'GET', path: '/auto/info', count: 3 })
    const record = await new InventoryApi(apiClient(service.sandbox)).advertInfo(id)
    expect(record.autoData.autoId).toBe(id)
  })

  test('never-answer ends in a timeout', async () => {
    const { sandbox, control } = await running(small)
    await control.addFault({ kind: 'never-answer', path: '/ria/*', count: 1 })
    const api = new OrdersApi(apiClient(sandbox, { readLimitMs: 100 }), redact)
    expect(await failureOf(ServiceError, api.orders())).toMatchObject({ code: 'timeout' })
  })

  test('a delay is waited for', async () => {
    const { sandbox, control } = await running(small)
    await control.addFault({ kind: 'delay', ms: 30, count: 1 })
    await expect(new OrdersApi(apiClient(sandbox), redact).orders()).resolves.toHaveProperty('orders')
  })

  test('a 503 with Retry-After is waited out', async () => {
    const { sandbox, control } = await running(small)
    const clock = handClock()
    await control.addFault({
      kind: 'status',
      status: 503,
      retryAfter: 9,
      body: '<html>busy</html>',
      count: 1,
    })
    await new OrdersApi(apiClient(sandbox, { clock }), redact).orders()
    expect(clock.slept).toEqual([9_000])
  })
})
