import { catalogSchema, type CatalogQuery } from '../service/realty-catalog.ts'
import { realtyAnswerSchema, type RealtyRecord } from '../service/realty-record.ts'
import { realtySearchResultSchema } from '../service/realty-search.ts'
import { param, type Params } from '../service/params.ts'
import type { HttpClient } from '../http/http-client.ts'
import { ServiceError } from '../http/service-error.ts'

export type RealtyApi = ReturnType<typeof createRealtyApi>

export const createRealtyApi = (client: HttpClient) => ({
  /** GET /dom/search for parameters by the contract's names. */
  find: (params: Params, signal?: AbortSignal) =>
    client.read('/dom/search', params, realtySearchResultSchema, { signal, priority: 'interactive' }),

  /** @throws ServiceError, `not-found` if the service knows no such advert. */
  async info(id: number, signal?: AbortSignal): Promise<RealtyRecord> {
    const record = await client.read(`/dom/info/${id}`, [], realtyAnswerSchema, {
      signal,
      priority: 'interactive',
    })
    if (record) return record
    throw new ServiceError('not-found', { sent: 'maybe', answered: true, status: 200 })
  },

  /** The characteristics that apply to a category, real estate type and operation type. */
  catalog: ({ category, realtyType, operationType, langId }: CatalogQuery, signal?: AbortSignal) =>
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
