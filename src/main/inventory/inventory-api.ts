import type { Priority } from '../http/call.ts'
import type { HttpClient } from '../http/http-client.ts'
import { ServiceError } from '../http/service-error.ts'
import type { AdvertRecord } from '../service/advert-record.ts'
import { type SearchParams, pageSize, searchPairs } from '../service/search-params.ts'
import { type SearchPage, searchPage, searchResultSchema } from '../service/search-result.ts'
import { type AddressMemory, AddressesInMemory } from './address-memory.ts'
import { type OwnList, OwnLists } from './own-lists.ts'
import { Fault } from '#shared/bridge/failure.ts'
import { AdvertAddresses, type OwnKnowledge, noLocalData } from './advert-addresses.ts'

/** The record of an advert, or why it could not be read. */
export type AdvertAnswer =
  | { readonly id: number; readonly ok: true; readonly record: AdvertRecord }
  | { readonly id: number; readonly ok: false; readonly error: ServiceError }

/** Records requested in one go; the client's queue limits how many of them are under way at once. */
const stride = 100

/** Failures that concern one advert; any other would meet the next advert too. */
const ofOneAdvert = new Set(['not-found', 'rejected', 'unreadable', 'server'])

/** Reads of the account's adverts and of the search. */
export class InventoryApi {
  readonly #client: HttpClient
  readonly #lists: OwnLists
  readonly #addresses: AdvertAddresses

  constructor(
    client: HttpClient,
    memory: AddressMemory = new AddressesInMemory(),
    known: OwnKnowledge = noLocalData,
  ) {
    this.#client = client
    this.#lists = new OwnLists(client, memory)
    this.#addresses = new AdvertAddresses(client, memory, known, this.#lists)
  }

  /**
   * The advert, at whichever address the service shows it.
   * @throws ServiceError, `not-found` if the service knows no such advert; with reason `not-shown` if an own advert is
   * shown nowhere, which does not prove that it is gone
   */
  advertInfo(id: number, signal?: AbortSignal, priority: Priority = 'background'): Promise<AdvertRecord> {
    return this.#addresses.read(id, { signal, priority })
  }

  /** Records of many adverts, in the order of `ids`; an advert that can't be read doesn't stop the others. */
  async *advertInfos(ids: readonly number[], signal?: AbortSignal): AsyncGenerator<AdvertAnswer, void> {
    for (let from = 0; from < ids.length; from += stride)
      yield* await allOrFirstFailure(ids.slice(from, from + stride), signal, (id, either) =>
        this.#answerOf(id, either),
      )
  }

  /** One page of ids. Page 0 is the first. */
  async searchAdverts(
    search: SearchParams,
    page: number,
    signal?: AbortSignal,
    priority: Priority = 'background',
  ): Promise<SearchPage> {
    const params = searchPairs({ countpage: pageSize, ...search }, page)
    const found = await this.#client.read('/auto/search', params, searchResultSchema, { signal, priority })
    return searchPage(found, params)
  }

  /** Ids that no earlier page had, page by page; ends at the first page that brings none, whatever `count` says. */
  async *walkAdverts(search: SearchParams, signal?: AbortSignal): AsyncGenerator<readonly number[], void> {
    const seen = new Set<number>()
    for (let page = 0; ; page += 1) {
      const { ids } = await this.searchAdverts(search, page, signal)
      const fresh = [...new Set(ids)].filter((id) => !seen.has(id))
      if (fresh.length === 0) return
      for (const id of fresh) seen.add(id)
      yield fresh
    }
  }

  /** The account's own adverts and which way they were found, or null if the service gives no list of them. */
  ownAdverts(signal?: AbortSignal, priority: Priority = 'background'): Promise<OwnList | null> {
    return this.#lists.read({ signal, priority })
  }

  /** The service's own list of the account's adverts, or null if it gives none. */
  ownList(signal?: AbortSignal, priority: Priority = 'background'): Promise<OwnList | null> {
    return this.#lists.ownList({ signal, priority })
  }

  /** One page of own adverts of new vehicles of a make and model; none if the service has no such search. */
  searchOwnNew(
    vehicle: { readonly markaId: number; readonly modelId: number },
    page: number,
    signal?: AbortSignal,
    priority: Priority = 'background',
  ): Promise<readonly number[]> {
    return this.#lists.searchNew(Object.entries(vehicle), page, { signal, priority })
  }

  async #answerOf(id: number, signal: AbortSignal): Promise<AdvertAnswer> {
    try {
      return { id, ok: true, record: await this.advertInfo(id, signal) }
    } catch (error) {
      if (error instanceof ServiceError && ofOneAdvert.has(error.code)) return { id, ok: false, error }
      throw error
    }
  }
}

/** Answers for all, or the first failure, which cancels the others, so that nothing runs on in the background. */
async function allOrFirstFailure(
  ids: readonly number[],
  signal: AbortSignal | undefined,
  answerOf: (id: number, signal: AbortSignal) => Promise<AdvertAnswer>,
): Promise<AdvertAnswer[]> {
  const failed = new AbortController()
  const either = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal
  try {
    return await Promise.all(ids.map((id) => answerOf(id, either)))
  } catch (error) {
    failed.abort()
    throw signal?.aborted ? new Fault('cancelled', {}, { cause: error }) : error
  }
}
