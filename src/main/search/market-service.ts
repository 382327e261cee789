import type { MarketWarning } from '../words/market-warnings.ts'
import type { ServiceError } from '../http/service-error.ts'
import type { AdvertRecord } from '../service/advert-record.ts'
import type { Params } from '../service/params.ts'
import { pageParams, warningsOf } from './market-search.ts'
import type { SearchApi } from './search-api.ts'

/** The record of an advert of any seller, or why it could not be read. */
export type MarketAdvert =
  | { readonly id: number; readonly ok: true; readonly record: AdvertRecord }
  | { readonly id: number; readonly ok: false; readonly error: ServiceError }

export interface MarketPorts {
  readonly api: () => Promise<SearchApi>
  /** Records of many adverts, in the order of `ids`. */
  readonly records: (ids: readonly number[], signal?: AbortSignal) => AsyncGenerator<MarketAdvert, void>
}

/** One page of a search. */
export interface FoundPage {
  readonly ids: readonly number[]
  /** All adverts that match, as the service counts them; null if it doesn't say. */
  readonly count: number | null
  readonly warnings: readonly MarketWarning[]
}

/** Adverts of all sellers, by the service's search. */
export class MarketService {
  readonly #ports: MarketPorts

  constructor(ports: MarketPorts) {
    this.#ports = ports
  }

  /** One page of ids; page 0 is the first. `params` have the contract's names. */
  async page(params: Params, page: number, signal?: AbortSignal): Promise<FoundPage> {
    const found = await (await this.#ports.api()).search(pageParams(params, page), signal)
    return { ids: [...new Set(found.ids)], count: found.count, warnings: warningsOf(params, found) }
  }

  /** Page after page with the ids that no earlier page had; ends with a page that brings none, whatever `count` says. */
  async *pages(params: Params, signal?: AbortSignal): AsyncGenerator<FoundPage, void> {
    const seen = new Set<number>()
    for (let page = 0; ; page += 1) {
      const found = await this.page(params, page, signal)
      const ids = found.ids.filter((id) => !seen.has(id))
      if (ids.length === 0 && page > 0) return
      for (const id of ids) seen.add(id)
      yield { ...found, ids }
      if (ids.length === 0) return
    }
  }

  /** The records of these adverts, one call for each. */
  records(ids: readonly number[], signal?: AbortSignal): AsyncGenerator<MarketAdvert, void> {
    return this.#ports.records(ids, signal)
  }
}
