import type { SearchAnswer } from '#shared/search/search-answer.ts'
import { type Failure, Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { AdvertRow } from '#shared/inventory/advert.ts'
import { marketWarningWords } from '../service/market-warnings.ts'
import type { MarketParams } from '#shared/search/search-calls.ts'
import { queryString } from '../http/service-address.ts'
import type { Context } from '../context/context.ts'
import { cachedAdvert } from '../inventory/cached-advert.ts'
import { namesOfRecord } from '../names/learned-names.ts'
import { timestamp } from '../system/clock.ts'
import { readFilters } from '#shared/search/filter-value.ts'
import { sentFilters } from '../service/filter-values.ts'
import { warningsOf } from './market-search.ts'
import type { MarketAdvert, MarketService } from './market-service.ts'
import type { Params } from '../service/params.ts'
import type { MarketParts } from './market-parts.ts'
import { MarketTable, type SavedAnswer } from './market-table.ts'

/** Adverts that are kept in one transaction, while the next ones are under way. */
const keptAtOnce = 50

/**
 * Searches of the market as the window makes them: what is read is kept, and shown when the service is away. Adverts of the
 * market are stored with those of the account: its lists are of one seller, so no other seller's advert enters the stock.
 */
export class MarketDesk {
  readonly #context: Context
  readonly #parts: Pick<MarketParts, 'inventory' | 'names'>
  readonly #market: MarketService
  readonly #table: MarketTable

  constructor(context: Context, parts: Pick<MarketParts, 'inventory' | 'names'>, market: MarketService) {
    this.#context = context
    this.#parts = parts
    this.#market = market
    this.#table = new MarketTable(context.cache)
  }

  async #accountId(): Promise<string> {
    return (await this.#context.accounts.owner()).accountId
  }

  /** Keeps the records of adverts that were read, of whatever seller. */
  #keep(accountId: string, adverts: readonly MarketAdvert[]): void {
    const { inventory, names } = this.#parts
    const { accounts, clock } = this.#context
    const records = adverts.flatMap((advert) => (advert.ok ? [advert.record] : []))
    const own = accounts.currentUserId()
    // A cached advert of the account itself is the inventory's, which knows what was written lately.
    const isKept = (id: number): boolean => inventory.table.find(accountId, id) !== undefined
    const others = records.filter(
      ({ userId, autoData }) => userId !== null && (userId !== own || !isKept(autoData.autoId)),
    )
    inventory.table.save(
      accountId,
      others.map((record) => cachedAdvert(record, timestamp(clock))),
    )
    for (const record of records) names.learn(accountId, namesOfRecord(record))
  }

  /** Reads one page; page 0 begins again, every other one is added to those before. @throws Fault `usage` for a filter that is no number */
  async page(given: MarketParams, page: number, signal?: AbortSignal): Promise<SearchAnswer> {
    const { words, clock } = this.#context
    const table = this.#table
    const params = sentFilters(given)
    const accountId = await this.#accountId()
    const query = queryString(params)
    const before = table.find(accountId, query)
    try {
      const found = await this.#market.page(params, page, signal)
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
    const { params } = readFilters(given)
    return this.#saved(params, this.#table.find(await this.#accountId(), queryString(params)), null)
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
    const accountId = await this.#accountId()
    const adverts: MarketAdvert[] = []
    let kept = 0
    const keepNew = (): void => {
      this.#keep(accountId, adverts.slice(kept))
      kept = adverts.length
    }
    try {
      for await (const advert of this.#market.records(ids, signal)) {
        adverts.push(advert)
        if (adverts.length - kept >= keptAtOnce) keepNew()
      }
    } finally {
      keepNew()
    }
    return {
      rows: await this.#parts.inventory.rows(ids),
      unread: adverts.flatMap((advert) => {
        if (!advert.ok) return [{ id: advert.id, words: this.#context.words(advert.error).words }]
        return advert.record.userId === null ? [{ id: advert.id, words: m.search_no_owner() }] : []
      }),
    }
  }
}
