import type { MarketWarning } from '../service/market-warnings.ts'
import { ServiceError } from '../http/service-error.ts'
import type { Context } from '../context/context.ts'
import type { AdvertRecord } from '../service/advert-record.ts'
import type { Params } from '../service/params.ts'
import { sentFilters } from '../service/filter-values.ts'
import { pageParams, warningsOf } from './market-search.ts'

/** The record of an advert of any seller, or why it could not be read. */
export type MarketAdvert =
  | { readonly id: number; readonly ok: true; readonly record: AdvertRecord }
  | { readonly id: number; readonly ok: false; readonly error: ServiceError }

/** One page of a search. */
export interface FoundPage {
  readonly ids: readonly number[]
  /** All adverts that match, as the service counts them; null if it doesn't say. */
  readonly count: number | null
  readonly warnings: readonly MarketWarning[]
}

/** Adverts of all sellers, by the service's search. */
export class MarketService {
  readonly #context: Pick<Context, 'current'>

  constructor(context: Pick<Context, 'current'>) {
    this.#context = context
  }

  /** One page of ids; page 0 is the first. `params` have the contract's names. @throws Fault `usage` before anything is sent */
  async page(params: Params, page: number, signal?: AbortSignal): Promise<FoundPage> {
    const filters = sentFilters(params)
    const found = await (await this.#context.current()).search.search(pageParams(filters, page), signal)
    return { ids: [...new Set(found.ids)], count: found.count, warnings: warningsOf(filters, found) }
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

  /**
   * The records of these adverts in their order, one call for each; an advert that can't be read doesn't stop the others.
   * @throws a failure that every other advert would meet too; those under way are cancelled
   */
  async *records(ids: readonly number[], signal?: AbortSignal): AsyncGenerator<MarketAdvert, void> {
    const ended = new AbortController()
    const either = signal ? AbortSignal.any([signal, ended.signal]) : ended.signal
    const underWay: Promise<MarketAdvert>[] = []
    let next = 0
    try {
      while (next < ids.length || underWay.length > 0) {
        for (; underWay.length < ahead && next < ids.length; next += 1)
          underWay.push(handled(this.#record(ids[next] ?? 0, either)))
        const [first] = underWay.splice(0, 1)
        if (first) yield await first
      }
    } finally {
      ended.abort()
      await Promise.allSettled(underWay)
    }
  }

  async #record(id: number, signal: AbortSignal): Promise<MarketAdvert> {
    try {
      const { inventory } = await this.#context.current()
      return { id, ok: true, record: await inventory.advertInfo(id, signal, 'interactive') }
    } catch (error) {
      if (error instanceof ServiceError && ofOneAdvert.has(error.code)) return { id, ok: false, error }
      throw error
    }
  }
}

/** Records requested ahead of the one that is next; the client's queue limits how many of them are sent at once. */
const ahead = 64

/** Failures that concern one advert; any other would meet the next advert too. */
const ofOneAdvert = new Set(['not-found', 'rejected', 'unreadable', 'server'])

/** A rejection that is seen when its turn comes is no unhandled one until then. */
function handled<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined)
  return promise
}
