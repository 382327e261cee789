import { expect, test } from 'vitest'
import { createRealtyApi } from '../../../src/main/realty/realty-api.ts'
import { realtyPages } from '../../../src/main/realty/realty-search.ts'
import { MarketService } from '../../../src/main/search/market-service.ts'
import { createSearchApi } from '../../../src/main/search/search-api.ts'
import { clientFor, startService } from '../http/local-service.ts'

const pages = [[1, 2, 3], [3, 4], [4, 3], [5]]

/** A service that counts one advert, whatever its pages hold; `turns`: whether it knows pages at all. */
const started = (turns: boolean) =>
  startService((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    const ids = pages[turns ? Number(searchParams.get('page') ?? 0) : 0] ?? []
    response.end(
      JSON.stringify(
        pathname === '/dom/search'
          ? { items: ids, count: 1 }
          : { result: { search_result: { ids: ids.map(String), count: 1 } } },
      ),
    )
  })

async function walked(service: { baseUrl: string }): Promise<Record<string, number[]>> {
  const client = clientFor(service.baseUrl)
  const market = new MarketService({
    api: () => Promise.resolve(createSearchApi(client)),
    record: () => Promise.reject(new Error('no record is read')),
  })
  const [found, realty]: [number[], number[]] = [[], []]
  for await (const { ids } of market.pages([])) found.push(...ids)
  for await (const { ids } of realtyPages(createRealtyApi(client), [])) realty.push(...ids)
  return { found, realty }
}

test('a walk goes on past a count that is too low, and ends with the first page that brings nothing new', async () => {
  const service = await started(true)
  expect(await walked(service)).toEqual({ found: [1, 2, 3, 4], realty: [1, 2, 3, 4] })
  expect(service.requests).toHaveLength(6)
})

test('a walk ends with a service that knows no pages', async () => {
  const service = await started(false)
  expect(await walked(service)).toEqual({ found: [1, 2, 3], realty: [1, 2, 3] })
  expect(service.requests).toHaveLength(4)
})
