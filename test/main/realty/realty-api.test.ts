import { expect, test } from 'vitest'
import { createRealtyApi } from '../../../src/main/realty/realty-api.ts'
import { running } from '../../sandbox/running.ts'
import { apiClient } from '../http/api-client.ts'
import { clientFor, startAnswering } from '../http/local-service.ts'

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
