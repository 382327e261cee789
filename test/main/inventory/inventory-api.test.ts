import { describe, expect, test } from 'vitest'
import { InventoryApi, type AdvertAnswer } from '../../../src/main/inventory/inventory-api.ts'
import { ServiceError } from '../../../src/main/http/service-error.ts'
import { running } from '../../sandbox/running.ts'
import { apiClient } from '../http/api-client.ts'
import { clientFor, failureOf, startAnswering, startService } from '../http/local-service.ts'

const record = (id: number) => ({ userId: 77, autoData: { autoId: id, year: '2024' } })

const idOf = (url = ''): number => Number(new URL(url, 'http://x').searchParams.get('auto_id'))

const inventory = (baseUrl: string) => new InventoryApi(clientFor(baseUrl, {}, { key: 'k'.repeat(40) }))

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}

describe('GET /auto/info', () => {
  test('an empty array is an advert that isn’t there', async () => {
    const service = await startAnswering([])
    const error = await failureOf(ServiceError, inventory(service.baseUrl).advertInfo(5))
    expect(error.code).toBe('not-found')
  })

  test('one that can’t be read takes only itself away', async () => {
    const service = await startService((request, response) => {
      const id = idOf(request.url)
      if (id === 2)
        response.end(JSON.stringify([{ ...record(2), autoData: { autoId: 2, year: { odd: 1 } } }]))
      else if (id === 3) response.writeHead(404).end('{"error":{"code":"NOT_FOUND","message":""}}')
      else response.end(JSON.stringify([record(id)]))
    })
    const answers = await all(inventory(service.baseUrl).advertInfos([1, 2, 3, 4]))
    const outcome = (answer: AdvertAnswer) => (answer.ok ? 'read' : answer.error.code)
    expect(answers.map((answer) => [answer.id, outcome(answer)])).toEqual([
      [1, 'read'],
      [2, 'unreadable'],
      [3, 'not-found'],
      [4, 'read'],
    ])
    expect(answers[1]?.ok === false && answers[1].error.details).toMatchObject({ path: 'autoData.year' })
  })

  test('a refused key ends the walk and what is still under way', async () => {
    const service = await startService((_request, response) =>
      response.writeHead(403).end('{"error":{"code":"API_KEY_INVALID","message":""}}'),
    )
    const ids = Array.from({ length: 500 }, (_, index) => index + 1)
    const error = await failureOf(ServiceError, all(inventory(service.baseUrl).advertInfos(ids)))
    expect(error.code).toBe('auth')
    expect(service.requests.length).toBeLessThan(50)
  })
})

describe('GET /auto/search', () => {
  const page = (ids: unknown[], count = ids.length) => ({ result: { search_result: { ids, count } } })

  test('ids are numbers, and what is no id is left out', async () => {
    const service = await startAnswering(page(['12', 13, null, 'promo', { id: 5 }, '0', ''], 99))
    const found = await inventory(service.baseUrl).searchAdverts({}, 0)
    expect(found).toEqual({ ids: [12, 13], count: 99, notApplied: null })
  })

  test('a walk ends at the page without a new id, whatever the count says', async () => {
    const pages = [['1', '2'], ['2', '3', '3'], ['1', '3'], ['4']]
    const service = await startService((_request, response, count) =>
      response.end(JSON.stringify(page(pages[count - 1] ?? [], 1_000_000))),
    )
    expect(await all(inventory(service.baseUrl).walkAdverts({}))).toEqual([[1, 2], [3]])
    expect(service.requests).toHaveLength(3)
  })
})

describe('the list of own adverts', () => {
  const ownForm = '{"error":{"code":"NO_SUCH_LIST","message":"no"}}'

  test.each([404, 403, 405])('a %i of the service itself is remembered', async (status) => {
    const service = await startService((_request, response) => response.writeHead(status).end(ownForm))
    const api = inventory(service.baseUrl)
    expect([await api.ownAdverts(), await api.ownAdverts()]).toEqual([null, null])
    expect(service.requests).toHaveLength(3)
  })

  test.each([404, 403, 405])(
    'a %i of a proxy is not remembered: the service is asked again',
    async (status) => {
      const service = await startService((_request, response) =>
        response.writeHead(status).end('<html>no</html>'),
      )
      const api = inventory(service.baseUrl)
      expect([await api.ownAdverts(), await api.ownAdverts()]).toEqual([null, null])
      expect(service.requests).toHaveLength(6)
    },
  )
})

test('the sandbox, and the sandbox with every quirk, give the same stock', async () => {
  const { sandbox, control } = await running({ adverts: 300 })
  const api = new InventoryApi(apiClient(sandbox))
  const plain = (await all(api.walkAdverts({}))).flat()
  // A search finds what is on sale: some of the 300 are sold or in the archive.
  expect(plain.length).toBeGreaterThan(200)
  expect(new Set(plain).size).toBe(plain.length)
  await control.setQuirks([
    'object-root',
    'string-numbers',
    'nulls',
    'entities',
    'filter-echo',
    'wrong-count',
    'promotion',
  ])
  const quirky = (await all(api.walkAdverts({}))).flat()
  expect(new Set(quirky)).toEqual(new Set(plain))
  const answers = await all(api.advertInfos(plain.slice(0, 120)))
  expect(answers.filter(({ ok }) => !ok)).toEqual([])
  const descriptions = answers.map((answer) => (answer.ok ? (answer.record.autoData.description ?? '') : ''))
  expect(descriptions.filter((text) => /&\w+;|<\/?p>|<br/.test(text))).toEqual([])
})
