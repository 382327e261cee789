import { describe, expect, test } from 'vitest'
import { createSearchApi } from '../../../src/main/search/search-api.ts'
import { searchPairs } from '../../../src/main/service/search-params.ts'
import { running } from '../../sandbox/running.ts'
import { apiClient } from '../http/api-client.ts'
import { clientFor, startAnswering } from '../http/local-service.ts'

const key = 'k'.repeat(40)
const search = (baseUrl: string) => createSearchApi(clientFor(baseUrl, {}, { key }))

test('request lines of the conversions', async () => {
  const service = await startAnswering({ unrecognized: [], converted: { a: 1 }, string: 'a=1' })
  const api = search(service.baseUrl)
  expect(
    await api.newToOld([
      ['brand.id[0]', 79],
      ['custom.not', 1],
    ]),
  ).toEqual({
    unrecognized: {},
    converted: { a: '1' },
    string: 'a=1',
  })
  await api.oldToNew([['marka_id[0]', 79]])
  expect(service.requests.map(({ line }) => line)).toEqual([
    `GET /new_to_old?api_key=${key}&brand.id[0]=79&custom.not=1`,
    `GET /old_to_new?api_key=${key}&marka_id[0]=79`,
  ])
})

describe('filters that the service ignored', () => {
  const result = (cleaned?: unknown) => ({
    result: {
      search_result: { ids: [], count: 0 },
      ...(cleaned ? { additional: { search_params: { cleaned } } } : {}),
    },
  })
  const asked = searchPairs({ vehicles: [{ marka_id: 79 }], with_photo: 1, countpage: 10 }, 0)

  test('are named where the echo lacks them', async () => {
    const service = await startAnswering(result({ 'marka_id[0]': 79 }))
    expect((await search(service.baseUrl).search(asked)).notApplied).toEqual(['with_photo'])
    const nested = await startAnswering(result({ marka_id: { 0: 79 }, with_photo: '1' }))
    expect((await search(nested.baseUrl).search(asked)).notApplied).toEqual([])
  })

  test('are not guessed where there is no echo', async () => {
    const service = await startAnswering(result())
    expect((await search(service.baseUrl).search(asked)).notApplied).toBeNull()
  })

  test('by a Cyrillic letter in the name are called out', async () => {
    const service = await startAnswering(result())
    const page = await search(service.baseUrl).search([
      ['mаrka_id[0]', 79],
      ['page', 0],
    ])
    expect(page.lookAlikes).toEqual([{ name: 'mаrka_id[0]', meant: 'marka_id[0]' }])
  })
})

test('search and conversions of the sandbox', async () => {
  const { sandbox, control } = await running({ adverts: 400 })
  const api = createSearchApi(apiClient(sandbox))
  const everything = await api.search(searchPairs({ countpage: 100 }, 0))
  expect(everything.ids).toHaveLength(100)
  await control.setQuirks(['filter-echo'])
  const asked = [...searchPairs({ category_id: 1, gearbox: [2] }, 0), ['sunroof', 1]] as const
  expect((await api.search(asked)).notApplied).toEqual(['sunroof'])
  const { converted } = await api.newToOld([['brand.id[0]', 79]])
  expect(converted).toEqual({ 'marka_id[0]': '79', 'model_id[0]': '0' })
  const back = await api.oldToNew([
    ['marka_id[0]', 79],
    ['odd', 'x'],
  ])
  expect(back).toMatchObject({ converted: { 'brand.id[0]': '79' }, unrecognized: { odd: 'x' } })
})
