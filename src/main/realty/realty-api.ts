import { catalogSchema, type Catalog, type CatalogQuery } from '../service/realty-catalog.ts'
import { realtyAnswerSchema, type RealtyRecord } from '../service/realty-record.ts'
import { realtySearchResultSchema, type RealtySearchResult } from '../service/realty-search.ts'
import { param, type Params } from '../service/params.ts'
import type { HttpClient } from '../http/http-client.ts'
import { ServiceError } from '../http/service-error.ts'

export interface RealtyApi {
  /** GET /dom/search for parameters by the contract's names. */
  find(params: Params, signal?: AbortSignal): Promise<RealtySearchResult>
  /** @throws ServiceError, `not-found` if the service knows no such advert. */
  info(id: number, signal?: AbortSignal): Promise<RealtyRecord>
  /** The characteristics that apply to a category, real estate type and operation type. */
  catalog(query: CatalogQuery, signal?: AbortSignal): Promise<Catalog>
}

export function createRealtyApi(client: HttpClient): RealtyApi {
  return {
    find: (params, signal) =>
      client.read('/dom/search', params, realtySearchResultSchema, { signal, priority: 'interactive' }),
    ...recordsOf(client),
  }
}

const recordsOf = (client: HttpClient): Pick<RealtyApi, 'info' | 'catalog'> => ({
  async info(id, signal) {
    const record = await client.read(`/dom/info/${id}`, [], realtyAnswerSchema, {
      signal,
      priority: 'interactive',
    })
    if (record) return record
    throw new ServiceError('not-found', { sent: 'maybe', answered: true, status: 200 })
  },

  catalog: ({ category, realtyType, operationType, langId }, signal) =>
    client.read(
      '/dom/options',
      [
        ['category', category],
        ['realty_type', realtyType],
        ['operation_type', operationType],
        ...param('lang_id', langId),
      ],
      catalogSchema,
      { signal, priority: 'interactive' },
    ),
})
