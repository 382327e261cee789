import type { SearchAnswer } from '#shared/search/search-answer.ts'
import { Fault, type Failure } from '#shared/bridge/failure.ts'
import type {
  CatalogAnswer,
  Combination,
  RealtyDetail,
  RealtyParams,
  RealtyRow,
  ReadSearch,
} from '#shared/realty/realty-calls.ts'
import type { FileBytes } from '../files/file-bytes.ts'
import type { TableFormat } from '#shared/files/table-format.ts'
import { forEachConcurrently } from '../http/concurrency.ts'
import { queryString } from '../http/service-address.ts'
import { ServiceError } from '../http/service-error.ts'
import { timestamp, type Clock } from '../system/clock.ts'
import { sentFilters } from '../service/filter-values.ts'
import { marketWarningWords } from '../service/market-warnings.ts'
import type { Params } from '../service/params.ts'
import type { RealtyApi } from './realty-api.ts'
import { realtyFile } from './realty-export.ts'
import type { RealtyTable, SavedAnswer } from './realty-table.ts'
import { realtyLanguages, shownGroups, type RealtyLanguage } from './shown-catalog.ts'
import { realtyWarnings } from './realty-warnings.ts'
import { realtySearchName } from './realty-search-name.ts'
import { placeIn, shownDetail, shownRow } from './shown-record.ts'

export interface RealtyPorts {
  readonly api: () => Promise<RealtyApi>
  readonly table: RealtyTable
  readonly accountId: () => Promise<string>
  readonly language: () => RealtyLanguage
  readonly words: (error: unknown) => Failure
  readonly clock: Clock
}

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
  readonly #ports: RealtyPorts

  constructor(ports: RealtyPorts) {
    this.#ports = ports
  }

  /** The characteristics of a combination; a saved catalog counts for a month, and for longer while the service is away. */
  async catalog(combination: Combination, signal?: AbortSignal): Promise<CatalogAnswer> {
    const { table, accountId: ownerOf, language, words, clock } = this.#ports
    const accountId = await ownerOf()
    const key = keyOf(combination, language())
    const saved = table.catalog(accountId, key)
    const isFresh = saved && clock.now() - Date.parse(saved.readAt) < catalogDays * 86_400_000
    if (saved && isFresh) return this.#shownCatalog(saved, null)
    try {
      const { category, type: realtyType, operation: operationType } = combination
      const langId = language() === 'uk' ? 4 : undefined
      const api = await this.#ports.api()
      const catalog = await api.catalog({ category, realtyType, operationType, langId }, signal)
      const readAt = timestamp(clock)
      table.saveCatalog(accountId, key, catalog, readAt)
      return this.#shownCatalog({ catalog, readAt }, null)
    } catch (error) {
      if (signal?.aborted) throw error
      return this.#shownCatalog(saved ?? this.#savedCatalog(accountId, combination), words(error))
    }
  }

  /** Names in another language say more than numbers. */
  #savedCatalog(accountId: string, combination: Combination): ReturnType<RealtyTable['catalog']> {
    const { table, language } = this.#ports
    const languages = [language(), ...realtyLanguages]
    return languages
      .map((each) => table.catalog(accountId, keyOf(combination, each)))
      .find((each) => each !== undefined)
  }

  #shownCatalog(saved: ReturnType<RealtyTable['catalog']>, failure: Failure | null): CatalogAnswer {
    const groups = saved ? shownGroups(saved.catalog, this.#ports.language()) : []
    return { groups, readAt: saved?.readAt ?? null, failure }
  }

  /** Reads one page; page 0 begins again, every other one is added. The walk ends with a page that brings nothing new. */
  async page(params: RealtyParams, page: number, signal?: AbortSignal): Promise<SearchAnswer> {
    const { table, accountId: ownerOf, words, clock } = this.#ports
    const filters = sentFilters(params)
    const accountId = await ownerOf()
    const query = queryString(filters)
    const before = table.answer(accountId, query)
    try {
      const api = await this.#ports.api()
      const { items, count } = await api.find(page === 0 ? filters : [...filters, ['page', page]], signal)
      const kept = page === 0 ? [] : (before?.ids ?? [])
      const ids = [...new Set([...kept, ...items])]
      const answer = { ids, count: count ?? before?.count ?? null, readAt: timestamp(clock) }
      table.saveAnswer(accountId, query, answer)
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
    const { table, accountId } = this.#ports
    return saved(params, table.answer(await accountId(), queryString(params)), null)
  }

  /** The searches that were read, in words, the last one first; without a call. */
  async searches(): Promise<ReadSearch[]> {
    const { table, accountId: ownerOf, language } = this.#ports
    const accountId = await ownerOf()
    return table.searches(accountId, searchesListed).map(({ query, readAt }) => {
      const params = [...new URLSearchParams(query)]
      const catalog = this.#savedCatalog(accountId, combinationOf(params))
      const groups = catalog ? shownGroups(catalog.catalog, language()) : []
      const ids = table.answer(accountId, query)?.ids ?? []
      const records = table.records(accountId, ids.slice(0, recordsForNames))
      const placeName = (field: string, id: string) => placeIn(records, field, id, language())
      return { params, name: realtySearchName(params, groups, placeName), readAt }
    })
  }

  /** Rows of the saved adverts; with `read` the others are read first. */
  async rows(
    ids: readonly number[],
    read: boolean,
    signal?: AbortSignal,
  ): Promise<{ rows: RealtyRow[]; calls: number; unread: { id: number; words: string }[] }> {
    const { table, accountId: ownerOf, language } = this.#ports
    const accountId = await ownerOf()
    const known = new Set(table.records(accountId, ids).map(({ id }) => id))
    const missing = read ? ids.filter((id) => !known.has(id)) : []
    const unread = await this.#read(accountId, missing, signal)
    const rows = table.records(accountId, ids).map((each) => shownRow(each, language()))
    return { rows, calls: missing.length, unread }
  }

  async #read(
    accountId: string,
    ids: readonly number[],
    signal?: AbortSignal,
  ): Promise<{ id: number; words: string }[]> {
    const { table, words, clock } = this.#ports
    const unread: { id: number; words: string }[] = []
    if (ids.length === 0) return unread
    const api = await this.#ports.api()
    await forEachConcurrently(ids, atOnce, async (id) => {
      try {
        const record = await api.info(id, signal)
        table.saveRecord(accountId, { id, record, readAt: timestamp(clock) })
      } catch (error) {
        if (!(error instanceof ServiceError && ofOneAdvert.has(error.code))) throw error
        unread.push({ id, words: words(error).words })
      }
    })
    return unread
  }

  /** The whole record of a saved advert; its characteristics are named by the catalog of its combination, if that is saved. */
  async detail(id: number, signal?: AbortSignal): Promise<RealtyDetail | null> {
    const { table, accountId, language } = this.#ports
    const [found] = table.records(await accountId(), [id])
    if (!found) return null
    const { realty_type_parent_id: category, realty_type_id: type, advert_type_id: operation } = found.record
    const catalog =
      category === null || type === null || operation === null
        ? null
        : await this.catalog({ category, type, operation }, signal)
    return shownDetail(found, catalog?.groups ?? [], language())
  }

  /** The saved ones among these adverts as a file. */
  async export(ids: readonly number[], format: TableFormat): Promise<FileBytes & { readonly rows: number }> {
    const { table, accountId, language } = this.#ports
    const rows = table.records(await accountId(), ids).map((each) => shownRow(each, language()))
    return { ...(await realtyFile(rows, format)), rows: rows.length }
  }
}

const keyOf = ({ category, type, operation }: Combination, language: RealtyLanguage): string =>
  [category, type, operation, language].join(' ')

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
