import type { SearchAnswer } from '#shared/search/search-answer.ts'
import { Fault, type Failure } from '#shared/bridge/failure.ts'
import type {
  CatalogAnswer,
  Combination,
  RealtyDetail,
  RealtyPlaceList,
  RealtyParams,
  RealtyRow,
  ReadSearch,
} from '#shared/realty/realty-calls.ts'
import type { FileBytes } from '../files/file-bytes.ts'
import type { TableFormat } from '#shared/files/table-format.ts'
import { forEachConcurrently } from '../http/concurrency.ts'
import { queryString } from '../http/service-address.ts'
import { ServiceError } from '../http/service-error.ts'
import type { Context } from '../context/context.ts'
import { realtyPlaceLists } from '../lookups/lookup-lists.ts'
import type { LookupsService } from '../lookups/lookups-service.ts'
import { timestamp } from '../system/clock.ts'
import { sentFilters } from '../service/filter-values.ts'
import { marketWarningWords } from '../service/market-warnings.ts'
import type { Params } from '../service/params.ts'
import { realtyFile } from './realty-export.ts'
import { RealtyTable, type SavedAnswer } from './realty-table.ts'
import { shownGroups } from './shown-catalog.ts'
import { realtyWarnings } from './realty-warnings.ts'
import { realtySearchName } from './realty-search-name.ts'
import { placeIn, shownDetail, shownRow } from './shown-record.ts'

/** The service has its names in Ukrainian and in Russian: whatever language the app speaks, the other names of its pages are Ukrainian. */
const ukrainian = 4
/** Reads at once for the window; the client has limits of its own. */
const atOnce = 16
/** Failures that concern one advert; any other would meet the next advert too. */
const ofOneAdvert = new Set(['not-found', 'rejected', 'unreadable', 'server'])
/** Searches that are listed, and adverts of each among which the names of its places are looked for. */
const searchesListed = 50
const recordsForNames = 20
/** A catalog is asked for again after so many days. */
const catalogDays = 30

/** Real estate: what is read is kept, and shown when the service is away. */
export class RealtyService {
  readonly #context: Context
  readonly #lookups: LookupsService
  readonly #table: RealtyTable

  constructor(context: Context, lookups: LookupsService) {
    this.#context = context
    this.#lookups = lookups
    this.#table = new RealtyTable(context.cache, context.staged)
  }

  /** The characteristics of a combination; a saved catalog counts for a month, and for longer while the service is away. */
  async catalog(combination: Combination, signal?: AbortSignal): Promise<CatalogAnswer> {
    const { words, clock } = this.#context
    const accountId = await this.#accountId()
    const key = keyOf(combination)
    const saved = this.#table.catalog(accountId, key)
    const isFresh = saved && clock.now() - Date.parse(saved.readAt) < catalogDays * 86_400_000
    if (saved && isFresh) return this.#shownCatalog(saved, null)
    try {
      const { category, type: realtyType, operation: operationType } = combination
      const { realty: api } = await this.#context.current()
      const catalog = await api.catalog({ category, realtyType, operationType, langId: ukrainian }, signal)
      const readAt = timestamp(clock)
      this.#table.saveCatalog(accountId, key, catalog, readAt)
      return this.#shownCatalog({ catalog, readAt }, null)
    } catch (error) {
      if (signal?.aborted) throw error
      return this.#shownCatalog(saved, words(error))
    }
  }

  #shownCatalog(saved: ReturnType<RealtyTable['catalog']>, failure: Failure | null): CatalogAnswer {
    const groups = saved ? shownGroups(saved.catalog) : []
    return { groups, readAt: saved?.readAt ?? null, failure }
  }

  /** Reads one page; page 0 begins again, every other one is added. The walk ends with a page that brings nothing new. */
  async page(params: RealtyParams, page: number, signal?: AbortSignal): Promise<SearchAnswer> {
    const { words, clock } = this.#context
    const filters = sentFilters(params)
    const accountId = await this.#accountId()
    const query = queryString(filters)
    const before = this.#table.answer(accountId, query)
    try {
      const { realty: api } = await this.#context.current()
      const { items, count } = await api.find(page === 0 ? filters : [...filters, ['page', page]], signal)
      const kept = page === 0 ? [] : (before?.ids ?? [])
      const ids = [...new Set([...kept, ...items])]
      const answer = { ids, count: count ?? before?.count ?? null, readAt: timestamp(clock) }
      this.#table.saveAnswer(accountId, query, answer)
      return {
        ...answer,
        complete: ids.length === kept.length,
        warnings: warningsOf(filters),
        failure: null,
      }
    } catch (error) {
      if (signal?.aborted || (error instanceof Fault && error.code === 'cancelled')) throw error
      return saved(filters, before, words(error))
    }
  }

  async answer(params: RealtyParams): Promise<SearchAnswer> {
    return saved(params, this.#table.answer(await this.#accountId(), queryString(params)), null)
  }

  /** The searches that were read, in words, the last one first; without a call. */
  async searches(): Promise<ReadSearch[]> {
    const table = this.#table
    const accountId = await this.#accountId()
    return table.searches(accountId, searchesListed).map(({ query, readAt }) => {
      const params = [...new URLSearchParams(query)]
      const catalog = table.catalog(accountId, keyOf(combinationOf(params)))
      const groups = catalog ? shownGroups(catalog.catalog) : []
      const ids = table.answer(accountId, query)?.ids ?? []
      const records = table.records(accountId, ids.slice(0, recordsForNames))
      const placeName = (field: string, id: string) => placeIn(records, field, id)
      return { params, name: realtySearchName(params, groups, placeName), readAt }
    })
  }

  /** Rows of the saved adverts; with `read` the others are read first. */
  async rows(
    ids: readonly number[],
    read: boolean,
    signal?: AbortSignal,
  ): Promise<{ rows: RealtyRow[]; calls: number; unread: { id: number; words: string }[] }> {
    const table = this.#table
    const accountId = await this.#accountId()
    const known = new Set(table.records(accountId, ids).map(({ id }) => id))
    const missing = read ? ids.filter((id) => !known.has(id)) : []
    const unread = await this.#read(accountId, missing, signal)
    const rows = table.records(accountId, ids).map(shownRow)
    return { rows, calls: missing.length, unread }
  }

  async #read(
    accountId: string,
    ids: readonly number[],
    signal?: AbortSignal,
  ): Promise<{ id: number; words: string }[]> {
    const { words, clock } = this.#context
    const unread: { id: number; words: string }[] = []
    if (ids.length === 0) return unread
    const { realty: api } = await this.#context.current()
    await forEachConcurrently(ids, atOnce, async (id) => {
      try {
        const record = await api.info(id, signal)
        this.#table.saveRecord(accountId, { id, record, readAt: timestamp(clock) })
      } catch (error) {
        if (!(error instanceof ServiceError && ofOneAdvert.has(error.code))) throw error
        unread.push({ id, words: words(error).words })
      }
    })
    return unread
  }

  /** The whole record of a saved advert; its characteristics are named by the catalog of its combination, if that is saved. */
  async detail(id: number, signal?: AbortSignal): Promise<RealtyDetail | null> {
    const [found] = this.#table.records(await this.#accountId(), [id])
    if (!found) return null
    const { realty_type_parent_id: category, realty_type_id: type, advert_type_id: operation } = found.record
    const catalog =
      category === null || type === null || operation === null
        ? null
        : await this.catalog({ category, type, operation }, signal)
    return shownDetail(found, catalog?.groups ?? [])
  }

  /** The saved ones among these adverts as a file. */
  async export(ids: readonly number[], format: TableFormat): Promise<FileBytes & { readonly rows: number }> {
    const rows = this.#table.records(await this.#accountId(), ids).map(shownRow)
    return { ...(await realtyFile(rows, format)), rows: rows.length }
  }

  /**
   * Names of regions, of the cities of a region or of the districts of a city, with their ids; null if the service gives
   * no such list. One call if the list is not saved.
   */
  async places(
    list: RealtyPlaceList,
    of: number | null,
    signal?: AbortSignal,
  ): Promise<{ id: number; name: string }[] | null> {
    const places = await this.#lookups.list(realtyPlaceLists[list](of ?? 0, ukrainian), { signal })
    return places?.map(({ id, name }) => ({ id, name })) ?? null
  }

  async #accountId(): Promise<string> {
    return (await this.#context.accounts.owner()).accountId
  }
}

const keyOf = ({ category, type, operation }: Combination): string => [category, type, operation].join(' ')

/** The combination that a search is of; 0 for what it does not name. */
function combinationOf(params: RealtyParams): Combination {
  const of = (name: string): number => Number(params.find((each) => each[0] === name)?.[1] ?? 0)
  return { category: of('category'), type: of('realty_type'), operation: of('operation_type') }
}

const warningsOf = (params: Params): string[] => realtyWarnings(params).map(marketWarningWords)

const saved = (params: Params, answer: SavedAnswer | undefined, failure: Failure | null): SearchAnswer => ({
  ...(answer ?? { ids: [], count: null, readAt: null }),
  complete: false,
  warnings: warningsOf(params),
  failure,
})
