import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { fieldsOf, kindOf } from '#shared/batch/field-lists.ts'
import type { Operation } from '#shared/batch/operation.ts'
import type { FieldKind } from '#shared/batch/write-fields.ts'
import { readStates } from '../../src/main/accounts/accounts-api.ts'
import { ServiceAdverts } from '../../src/main/batch/sending/service-adverts.ts'
import { InventoryApi } from '../../src/main/inventory/inventory-api.ts'
import { OrdersApi } from '../../src/main/orders/orders-api.ts'
import { createRealtyApi } from '../../src/main/realty/realty-api.ts'
import { createSearchApi } from '../../src/main/search/search-api.ts'
import { createPayload, deletePayload, editPayload } from '../../src/main/writes/advert-write.ts'
import { advertRecordSchema } from '../../src/main/service/advert-record.ts'
import {
  orderSchema,
  ordersAnswerSchema,
  orderStatusSchema,
  statusesAnswerSchema,
} from '../../src/main/service/order.ts'
import { catalogSchema } from '../../src/main/service/realty-catalog.ts'
import { realtyRecordSchema } from '../../src/main/service/realty-record.ts'
import { realtySearchResultSchema } from '../../src/main/service/realty-search.ts'
import { realtyParamsOf } from '../../src/renderer/realty/realty-params.ts'
import { conversionSchema } from '../../src/main/service/conversion.ts'
import { searchPairs, searchParamsSchema, type SearchParams } from '../../src/main/service/search-params.ts'
import { searchResultSchema } from '../../src/main/service/search-result.ts'
import { decodeEntities } from '../../src/main/service/plain-text.ts'
import { running } from '../sandbox/running.ts'
import { apiClient } from './http/api-client.ts'
import { startAnswering, clientFor, redact } from './http/local-service.ts'
import { everyCall } from './every-call.ts'
import * as contract from './service-contract.ts'
import { fourIds } from '../sandbox/vehicles/four-ids.ts'

type Json = Record<string, unknown>
type Fields = Readonly<Record<string, string>>

/** Each type in a form that a live service also sends, and what a schema that knows the field makes of it. */
const otherForm: Readonly<Record<string, readonly [sent: unknown, read: unknown]>> = {
  integer: ['12', 12],
  number: ['12.5', 12.5],
  string: [12, '12'],
  boolean: [1, true],
  array: [null, []],
}

/** Some servers write an empty object as `[]`; a schema that doesn't know the field would leave it so. */
const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const emptyObject: readonly [unknown, unknown] = [[], expect.toSatisfy(isObject)]

const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inside, step) => (inside as Json)[step], value)

/** A copy of `value` with `field` set at the dotted `path` ('' for the top). */
function withField(value: Json, path: string, field: string, content: unknown): Json {
  const copy = structuredClone(value)
  const place = (path === '' ? copy : at(copy, path)) as Json
  place[field] = content
  return copy
}

interface Known {
  readonly schema: z.ZodType
  /** The least that the schema reads. */
  readonly least: Json
  readonly path: string
  readonly fields: Fields
}

const inItems = '0.items.0'
const known: Readonly<Record<string, Known>> = {
  'vehicle advert': {
    schema: advertRecordSchema,
    least: { autoData: { autoId: 1 } },
    path: '',
    fields: contract.vehicleFields,
  },
  ...Object.fromEntries(
    Object.entries(contract.vehicleObjects).map(([name, fields]) => [
      `vehicle advert, ${name}`,
      {
        schema: advertRecordSchema,
        least: { autoData: { autoId: 1 }, ...(name === 'autoData' ? {} : { [name]: {} }) },
        path: name,
        fields,
      },
    ]),
  ),
  'real estate advert': {
    schema: realtyRecordSchema,
    least: { realty_id: 1 },
    path: '',
    fields: contract.realtyFields,
  },
  ...Object.fromEntries(
    Object.entries(contract.realtyObjects).map(([name, fields]) => [
      `real estate advert, ${name}`,
      { schema: realtyRecordSchema, least: { realty_id: 1, [name]: {} }, path: name, fields },
    ]),
  ),
  'real estate photo': {
    schema: realtyRecordSchema,
    least: { realty_id: 1, photos: { 7: {} } },
    path: 'photos.7',
    fields: contract.photoFields,
  },
  order: { schema: orderSchema, least: { order_id: 1 }, path: '', fields: contract.orderFields },
  ...Object.fromEntries(
    Object.entries(contract.orderObjects).map(([name, fields]) => [
      `order, ${name}`,
      { schema: orderSchema, least: { order_id: 1, [name]: {} }, path: name, fields },
    ]),
  ),
  'order item': {
    schema: orderSchema,
    least: { order_id: 1, items: [{}] },
    path: 'items.0',
    fields: contract.orderItemFields,
  },
  'order status': {
    schema: orderStatusSchema,
    least: { id: 1 },
    path: '',
    fields: contract.orderStatusFields,
  },
  'order list': { schema: ordersAnswerSchema, least: {}, path: '', fields: contract.orderListFields },
  'status list': { schema: statusesAnswerSchema, least: {}, path: '', fields: contract.statusListFields },
  'real estate search': {
    schema: realtySearchResultSchema,
    least: {},
    path: '',
    fields: contract.realtySearchFields,
  },
  conversion: { schema: conversionSchema, least: {}, path: '', fields: contract.conversionFields },
  ...Object.fromEntries(
    Object.entries(contract.searchFields).map(([path, fields]) => [
      `search, ${path}`,
      {
        schema: searchResultSchema,
        least: { additional_params: {}, result: { search_result: { qs: {} } } },
        path,
        fields,
      },
    ]),
  ),
  'catalog group': {
    schema: catalogSchema,
    least: { 0: {} },
    path: '0',
    fields: contract.catalogGroupFields,
  },
  'catalog item': {
    schema: catalogSchema,
    least: { 0: { items: [{ characteristic_id: 1 }] } },
    path: inItems,
    fields: contract.characteristicFields,
  },
  'catalog option': {
    schema: catalogSchema,
    least: { 0: { items: [{ characteristic_id: 1, children: { 5: {} } }] } },
    path: `${inItems}.children.5`,
    fields: contract.childFields,
  },
}

const cases = Object.entries(known).flatMap(([table, facts]) =>
  Object.entries(facts.fields)
    // `autoData`, without which no advert is read, has a table of its own.
    .filter(([field, type]) => !(type === 'object' && field in facts.least))
    .map(([field, type]) => [table, field, type, facts] as const),
)

test.each(cases)(
  'the client knows every field of the contract: %s: %s is %s',
  (_table, field, type, { schema, least, path }) => {
    const place = (value: unknown) => (path === '' ? value : at(value, path)) as Json
    const [sent, read] = otherForm[type] ?? emptyObject
    expect({ [field]: place(schema.parse(withField(least, path, field, sent)))[field] }).toEqual({
      [field]: read,
    })
  },
)

/** `marka_id[3]` → `marka_id[<n>]`; ids of options and characteristics → `<id>`. */
const generic = (name: string): string =>
  name.replace(/^(auto_options|characteristic)\[\d+\]/, '$1[<id>]').replace(/\[\d+\]/, '[<n>]')

async function namesSent(
  call: (client: ReturnType<typeof clientFor>) => Promise<unknown>,
): Promise<[string, string[]]> {
  const service = await startAnswering({
    num_rows: 1,
    realty_id: 1,
    items: [],
    autoData: { autoId: 1 },
    result: { search_result: {} },
  })
  // What is answered fits some endpoints only; here the request alone counts.
  await Promise.allSettled([call(clientFor(service.baseUrl))])
  const [method = '', url = ''] = service.requests[0]?.line.split(' ') ?? []
  const { pathname, searchParams } = new URL(url, service.baseUrl)
  const names = [...searchParams.keys()].filter((name) => name !== 'api_key').map(generic)
  return [`${method} ${pathname}`, [...new Set(names)].sort()]
}

const everyFilter: SearchParams = {
  category_id: 1, bodystyle: [3], brandOrigin: [1], vehicles: [{ marka_id: 1, model_id: 0, s_yers: 2000, po_yers: 2020 }],
  price_ot: 1, price_do: 2, currency: 1, auctionPossible: 1, with_real_exchange: 1, with_exchange: 1,
  exchange_filter: { marka_id: 0, model_id: 0 }, places: [{ state: 1, city: 0 }], abroad: 2, custom: 1, auto_options: [4],
  type: [1], gearbox: [1], engineVolumeFrom: 1, engineVolumeTo: 2, powerFrom: 1, powerTo: 2, power_name: 1,
  with_photo: 1, countpage: 10,
} // oxfmt-ignore

const everyRealtyFilter = {
  combination: { category: 1, type: 1, operation: 1 }, state: '1', city: '1', districts: '1, 2', since: '',
  entered: { 209: { from: '1', to: '2' }, 242: { option: '239' } },
} // oxfmt-ignore

const examples = { id: 1, currency: 1, price: 1, text: 'a', flag: 1 } as const satisfies Readonly<
  Record<FieldKind, string | number>
>
const everyField = (operation: Operation) =>
  Object.fromEntries(fieldsOf(operation).map((field) => [field, examples[kindOf(field)]]))
const calls: Readonly<Record<string, Parameters<typeof namesSent>[0]>> = {
  'GET /auto/info': (client) => new InventoryApi(client).advertInfo(1),
  'GET /auto/search': (client) =>
    new InventoryApi(client).searchAdverts(searchParamsSchema.parse(everyFilter), 0),
  'GET /dom/search': (client) => createRealtyApi(client).find(realtyParamsOf(everyRealtyFilter)),
  'GET /dom/options': (client) =>
    createRealtyApi(client).catalog({ category: 1, realtyType: 1, operationType: 1, langId: 4 }),
  'POST /auto/new/autos': (client) =>
    new ServiceAdverts(client, new InventoryApi(client)).write({
      operation: 'create',
      payload: createPayload.parse(everyField('create')),
    }),
  'PUT /auto/new/autos': (client) =>
    new ServiceAdverts(client, new InventoryApi(client)).write({
      operation: 'edit',
      payload: editPayload.parse(everyField('edit')),
    }),
  'DELETE /auto/new/autos': (client) =>
    new ServiceAdverts(client, new InventoryApi(client)).write({
      operation: 'delete',
      payload: { auto_id: 1 },
    }),
  'GET /new_to_old': (client) =>
    createSearchApi(client).newToOld(contract.conversions.map(([site]) => [site, 1])),
  'GET /old_to_new': (client) =>
    createSearchApi(client).oldToNew(contract.conversions.map(([, search]) => [search, 1])),
  'GET /states': (client) => readStates(client),
  'GET /ria/basket/orders/': (client) => new OrdersApi(client, redact).orders(),
  'GET /ria/basket/status': (client) => new OrdersApi(client, redact).statuses(),
  'GET /dom/info/1': (client) => createRealtyApi(client).info(1),
}

/** Sent besides the parameters of the contract, because a service may require them (docs/service/practice.md). */
const ofPractice: Readonly<Record<string, readonly string[]>> = { 'GET /ria/basket/orders/': ['user_id'] }

describe('the client sends every parameter of the contract and no other', () => {
  test('every endpoint of the contract has a call', () => {
    expect(Object.keys(calls).sort()).toEqual(Object.keys(contract.parameters).sort())
  })

  test.each(Object.entries(calls))('%s', async (endpoint, call) => {
    const names = [...contract.parametersOf(endpoint), ...(ofPractice[endpoint] ?? [])].sort()
    expect(await namesSent(call)).toEqual([endpoint, names])
  })

  test('no call of a feature goes to an endpoint without a table', () => {
    const endpoints = Object.keys(everyCall).map((name) => name.split(/ of | ?,/, 1)[0])
    // The list of own adverts is known from practice, not from the contract.
    expect(new Set(endpoints.filter((name) => name !== 'GET /auto/new/autos'))).toEqual(
      new Set(Object.keys(calls).filter((name) => !/^(POST|PUT)/.test(name))),
    )
  })

  test('payloads hold the parameters of the write endpoints', () => {
    const schemas = { POST: createPayload, PUT: editPayload, DELETE: deletePayload }
    for (const [method, schema] of Object.entries(schemas)) {
      const names = contract.parametersOf(`${method} /auto/new/autos`)
      expect(['user_id', ...Object.keys(schema.shape)].sort()).toEqual(names)
    }
  })

  test('the search parameters are the same for both features that search', async () => {
    const [endpoint, names] = await namesSent((client) =>
      createSearchApi(client).search(searchPairs(everyFilter, 0)),
    )
    expect([endpoint, names]).toEqual(['GET /auto/search', contract.parametersOf('GET /auto/search')])
  })
})

describe('client and sandbox', () => {
  const needs = Object.entries(contract.required).flatMap(([endpoint, names]) =>
    names.map((name) => [endpoint, name] as const),
  )
  test.each(needs)('%s needs %s', async (endpoint, name) => {
    const sandbox = await running({ adverts: 100 })
    const [method = '', path = ''] = endpoint.split(' ')
    const own = (await sandbox.get('/auto/new/autos', `user_id=${sandbox.sandbox.userId}`)) as {
      active: number[]
    }
    const values: Readonly<Record<string, number>> = {
      user_id: sandbox.sandbox.userId, auto_id: own.active[0] ?? 0, ...fourIds(),
      currency_id: 1, category: 1, realty_type: 2, operation_type: 1,
    } // oxfmt-ignore
    const names: readonly string[] = contract.required[endpoint] ?? []
    const without = (left: string) =>
      names
        .filter((each) => each !== left)
        .map((each) => `${each}=${values[each] ?? 0}`)
        .join('&')
    const refused = await sandbox.fetch(method, path, without(name))
    expect([refused.status, await refused.json()]).toEqual([400, { message: 'Not Enough Data' }])
    expect((await sandbox.fetch(method, path, without(''))).status).toBe(200)
  })

  test('the client reads what a write answers', async () => {
    const { sandbox, control } = await running({ adverts: 10 })
    const client = apiClient(sandbox)
    const api = new ServiceAdverts(client, new InventoryApi(client))
    const payload = { ...fourIds(), currency_id: 1 } as const
    const { numRows, lastInsertId } = await api.write({ operation: 'create', payload })
    expect(numRows).toBe(1)
    expect(await control.advert(lastInsertId)).toMatchObject({ id: lastInsertId, modelId: 96 })
    const deleted = await api.write({ operation: 'delete', payload: { auto_id: lastInsertId } })
    expect(deleted).toMatchObject({ numRows: 1, lastInsertId: 0 })
  })

  test.each(contract.conversions)('%s ⇄ %s', async (site, search) => {
    const api = createSearchApi(apiClient((await running({ adverts: 10 })).sandbox))
    expect((await api.newToOld([[site, 1]])).converted).toMatchObject({ [search]: '1' })
    expect((await api.oldToNew([[search, 1]])).converted).toEqual({ [site]: '1' })
  })

  test('every search filter is known: none comes back as not applied', async () => {
    const { sandbox, control } = await running({ adverts: 100 })
    await control.setQuirks(['filter-echo'])
    const { notApplied } = await createSearchApi(apiClient(sandbox)).search(searchPairs(everyFilter, 0))
    expect(notApplied).toEqual([])
  })

  test('orders come through the client with nothing but their entities decoded', async () => {
    const { sandbox, ...service } = await running({ adverts: 400 })
    const { orders } = (await service.get('/ria/basket/orders/')) as { orders: Json[] }
    const decoded: unknown = JSON.parse(JSON.stringify(orders), (_name, value: unknown) =>
      typeof value === 'string' ? decodeEntities(value) : value,
    )
    expect((await new OrdersApi(apiClient(sandbox), redact).orders()).orders).toEqual(decoded)
  })
})
