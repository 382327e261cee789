import { averagePriceSchema } from '../service/average-price.ts'
import { conversionSchema } from '../service/conversion.ts'
import { lookAlikes } from '../service/look-alikes.ts'
import { searchPage, searchResultSchema, type SearchPage } from '../service/search-result.ts'
import type { Params } from '../service/params.ts'
import type { Priority } from '../http/call.ts'
import type { HttpClient } from '../http/http-client.ts'

export interface MarketPage extends SearchPage {
  /** Names that hold a Cyrillic letter, with what was probably meant: the service ignores them in silence. */
  readonly lookAlikes: readonly { readonly name: string; readonly meant: string }[]
}

export type SearchApi = ReturnType<typeof createSearchApi>

export function createSearchApi(client: HttpClient) {
  const convert = (path: string) => (params: Params, signal?: AbortSignal) =>
    client.read(path, params, conversionSchema, { signal, priority: 'interactive' })

  return {
    /** One page of GET /auto/search for parameters by the contract's names (`searchPairs` makes them). */
    async search(
      params: Params,
      signal?: AbortSignal,
      priority: Priority = 'interactive',
    ): Promise<MarketPage> {
      const result = await client.read('/auto/search', params, searchResultSchema, { signal, priority })
      return { ...searchPage(result, params), lookAlikes: lookAlikes(params.map(([name]) => name)) }
    },
    /** The web site's names → the search endpoint's. */
    newToOld: convert('/new_to_old'),
    /** The search endpoint's names → the web site's. */
    oldToNew: convert('/old_to_new'),
    /**
     * GET /auto/average_price, which not every service has (docs/service/lookups.md).
     * @throws ServiceError, with code `NOT_ENOUGH_DATA` if too few adverts match
     */
    averagePrice: (params: Params, signal?: AbortSignal) =>
      client.read('/auto/average_price', params, averagePriceSchema, { signal, priority: 'interactive' }),
  }
}
