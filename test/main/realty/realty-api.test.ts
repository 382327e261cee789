import { expect, test } from 'vitest'
import { realtyParamsOf } from '../../../src/renderer/realty/realty-params.ts'
import { createRealtyApi } from '../../../src/main/realty/realty-api.ts'
import { running } from '../../sandbox/running.ts'
import { apiClient } from '../http/api-client.ts'
import { clientFor, startAnswering } from '../http/local-service.ts'

const key = 'k'.repeat(40)

test('request lines', async () => {
  const service = await startAnswering({
    items: ['5'],
    count: '1',
    realty_id: '9',
    _id: 'realty-9',
    photos: [],
  })
  const api = createRealtyApi(clientFor(service.baseUrl, {}, { key }))
  const found = await api.find(
    realtyParamsOf({
      combination: { category: 1, type: 2, operation: 1 },
      state: '10',
      city: '10',
      districts: '15187, 15189',
      since: '',
      entered: { 209: { from: '1', to: '3' }, 234: { to: '60 000,5' }, 242: { option: '239' } },
    }),
  )
  expect(found).toMatchObject({ items: [5], count: 1 })
  expect(await api.info(9)).toMatchObject({ realty_id: 9, photos: {}, user: { name: null } })
  expect(service.requests.map(({ line }) => line)).toEqual([
    `GET /dom/search?api_key=${key}&category=1&realty_type=2&operation_type=1&state_id=10&city_id=10` +
      '&district_id=15187&district_id=15189&characteristic[209][from]=1&characteristic[209][to]=3' +
      '&characteristic[234][to]=60000.5&characteristic[242]=239',
    `GET /dom/info/9?api_key=${key}`,
  ])
})

test('what is odd in a list loses neither the list nor the record', async () => {
  const found = await startAnswering({ items: [1, '2', 'realty-3', null, {}], count: 5 })
  expect((await createRealtyApi(clientFor(found.baseUrl)).find([])).items).toEqual([1, 2, 3])
  const catalog = await startAnswering([{ items: [{ label: 'no id' }, { characteristic_id: 209 }] }, 'odd'])
  const [group, ...others] = await createRealtyApi(clientFor(catalog.baseUrl)).catalog({
    category: 1,
    realtyType: 2,
    operationType: 1,
  })
  expect([group?.items.map((item) => item.characteristic_id), others]).toEqual([[209], []])
  const record = await startAnswering({ realty_id: 9, characteristics_values: [5], photos: [{ id: '1' }] })
  expect(await createRealtyApi(clientFor(record.baseUrl)).info(9)).toMatchObject({
    characteristics_values: { 0: 5 },
    photos: { 0: { id: 1 } },
  })
})

test('the request line of the catalog', async () => {
  const service = await startAnswering([
    { group_name: 'A', group_prio: 1, items: [{ characteristic_id: '209' }] },
  ])
  const api = createRealtyApi(clientFor(service.baseUrl, {}, { key }))
  const [group] = await api.catalog({ category: 1, realtyType: 2, operationType: 1, langId: 4 })
  expect(group?.items[0]).toMatchObject({ characteristic_id: 209, children: {}, sufix: null })
  await api.catalog({ category: 1, realtyType: 2, operationType: 1 })
  expect(service.requests.map(({ line }) => line)).toEqual([
    `GET /dom/options?api_key=${key}&category=1&realty_type=2&operation_type=1&lang_id=4`,
    `GET /dom/options?api_key=${key}&category=1&realty_type=2&operation_type=1`,
  ])
})

test('real estate of the sandbox', async () => {
  const { sandbox } = await running({ adverts: 20 })
  const api = createRealtyApi(apiClient(sandbox))
  const { items, count } = await api.find([])
  expect(count).toBeGreaterThan(0)
  for (const id of items.slice(0, 20)) expect((await api.info(id)).realty_id).toBe(id)
  await expect(api.info(1)).rejects.toMatchObject({ code: 'not-found' })
  const catalog = await api.catalog({ category: 4, realtyType: 5, operationType: 1 })
  const currency = catalog.flatMap((group) => group.items).find((item) => item.characteristic_id === 242)
  expect(Object.keys(currency?.children ?? {})).toEqual(['239', '240', '241'])
})
