import type { SearchAnswer } from '#shared/search/search-answer.ts'
import { type Failure, Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { AdvertRow } from '#shared/inventory/advert.ts'
import { marketWarningWords } from '../service/market-warnings.ts'
import type { MarketParams } from '#shared/search/search-calls.ts'
import { queryString } from '../http/service-address.ts'
import { timestamp, type Clock } from '../system/clock.ts'
import { readFilters } from '#shared/search/filter-value.ts'
import { sentFilters } from '../service/filter-values.ts'
import { warningsOf } from './market-search.ts'
import type { MarketAdvert, MarketService } from './market-service.ts'
import type { Params } from '../service/params.ts'
import type { MarketTable, SavedAnswer } from './market-table.ts'

export interface MarketDeskPorts {
  readonly market: MarketService
  readonly table: MarketTable
  readonly accountId: () => Promise<string>
  /** Keeps the records of adverts that were read, of whatever seller. */
  readonly keep: (accountId: string, adverts: readonly MarketAdvert[]) => void
  /** Rows of the adverts that are kept. */
  readonly rows: (ids: readonly number[]) => Promise<AdvertRow[]>
  readonly words: (error: unknown) => Failure
  readonly clock: Clock
}

/** Adverts that are kept in one transaction, while the next ones are under way. */
const keptAtOnce = 50

/** Searches of the market as the window makes them: what is read is kept, and shown when the service is away. */
export class MarketDesk {
  readonly #ports: MarketDeskPorts

  constructor(ports: MarketDeskPorts) {
    this.#ports = ports
  }

  /** Reads one page; page 0 begins again, every other one is added to those before. @throws Fault `usage` for a filter that is no number */
  async page(given: MarketParams, page: number, signal?: AbortSignal): Promise<SearchAnswer> {
    const { market, table, accountId: ownerOf, words, clock } = this.#ports
    const params = sentFilters(given)
    const accountId = await ownerOf()
    const query = queryString(params)
    const before = table.find(accountId, query)
    try {
      const found = await market.page(params, page, signal)
      const kept = page === 0 ? [] : (before?.ids ?? [])
      const ids = [...new Set([...kept, ...found.ids])]
      const answer = {
        ids,
        count: found.count ?? before?.count ?? null,
        complete: ids.length === kept.length,
        readAt: timestamp(clock),
      }
      table.save(accountId, query, answer)
      return { ...answer, warnings: found.warnings.map(marketWarningWords), failure: null }
    } catch (error) {
      if (signal?.aborted || (error instanceof Fault && error.code === 'cancelled')) throw error
      return this.#saved(params, before, words(error))
    }
  }

  /** Saved answer of a search. */
  async answer(given: MarketParams): Promise<SearchAnswer> {
    const { table, accountId } = this.#ports
    const { params } = readFilters(given)
    return this.#saved(params, table.find(await accountId(), queryString(params)), null)
  }

  #saved(params: Params, saved: SavedAnswer | undefined, failure: Failure | null): SearchAnswer {
    const nothing = { ids: [], count: null, complete: false, readAt: null }
    return { ...(saved ?? nothing), warnings: warningsOf(params, null).map(marketWarningWords), failure }
  }

  /** Reads these adverts, keeps them, and answers their rows. */
  async read(
    ids: readonly number[],
    signal?: AbortSignal,
  ): Promise<{ rows: AdvertRow[]; unread: { id: number; words: string }[] }> {
    const { market, accountId: ownerOf, keep, rows, words } = this.#ports
    const accountId = await ownerOf()
    const adverts: MarketAdvert[] = []
    let kept = 0
    const keepNew = (): void => {
      keep(accountId, adverts.slice(kept))
      kept = adverts.length
    }
    try {
      for await (const advert of market.records(ids, signal)) {
        adverts.push(advert)
        if (adverts.length - kept >= keptAtOnce) keepNew()
      }
    } finally {
      keepNew()
    }
    return {
      rows: await rows(ids),
      unread: adverts.flatMap((advert) => {
        if (!advert.ok) return [{ id: advert.id, words: words(advert.error).words }]
        return advert.record.userId === null ? [{ id: advert.id, words: m.search_no_owner() }] : []
      }),
    }
  }
}
