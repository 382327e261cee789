import { Fault } from '#shared/bridge/failure.ts'
import {
  advertAnswerSchema,
  ownAdvertsSchema,
  type AdvertRecord,
  type OwnAdverts,
} from '../service/advert-record.ts'
import { pageSize, searchPairs, type SearchParams } from '../service/search-params.ts'
import { searchPage, searchResultSchema, type SearchPage } from '../service/search-result.ts'
import type { Priority } from '../http/call.ts'
import type { HttpClient } from '../http/http-client.ts'
import { saysNoSuchAddress, ServiceError } from '../http/service-error.ts'

/** The record of an advert, or why it could not be read. */
export type AdvertAnswer =
  | { readonly id: number; readonly ok: true; readonly record: AdvertRecord }
  | { readonly id: number; readonly ok: false; readonly error: ServiceError }

/** Stores that the service has no list of own adverts for this account. */
export interface OwnListMemory {
  isMissing(): boolean
  setMissing(): void
}

/** Records requested in one go; the client's queue limits how many of them are under way at once. */
const stride = 100

/** Failures that concern one advert; any other would meet the next advert too. */
const ofOneAdvert = new Set(['not-found', 'rejected', 'unreadable', 'server'])

/** Stores it until the app ends. */
class OwnListInMemory implements OwnListMemory {
  #missing = false

  isMissing(): boolean {
    return this.#missing
  }

  setMissing(): void {
    this.#missing = true
  }
}

/** Reads of the account's adverts and of the search. */
export class InventoryApi {
  readonly #client: HttpClient
  readonly #ownList: OwnListMemory

  constructor(client: HttpClient, ownList: OwnListMemory = new OwnListInMemory()) {
    this.#client = client
    this.#ownList = ownList
  }

  /** @throws ServiceError, `not-found` if the service knows no such advert. */
  async advertInfo(
    id: number,
    signal?: AbortSignal,
    priority: Priority = 'background',
  ): Promise<AdvertRecord> {
    const options = { signal, priority }
    const record = await this.#client.read('/auto/info', [['auto_id', id]], advertAnswerSchema, options)
    if (record) return record
    throw new ServiceError('not-found', { sent: 'maybe', answered: true, status: 200, ownForm: true })
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

  /** The account's own adverts, or null if the service has no such list; if it says so itself, the answer is kept. */
  async ownAdverts(signal?: AbortSignal, priority: Priority = 'background'): Promise<OwnAdverts | null> {
    if (this.#ownList.isMissing()) return null
    try {
      const { userId } = this.#client
      const options = { signal, priority }
      return await this.#client.read('/auto/new/autos', [['user_id', userId]], ownAdvertsSchema, options)
    } catch (error) {
      if (!isNoSuchList(error)) throw error
      // A page of a proxy says nothing about the service: the next reading asks again.
      if (saysNoSuchAddress(error)) this.#ownList.setMissing()
      return null
    }
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

/** The service's own word that it has no such list, or a status that may mean it. */
const isNoSuchList = (error: unknown): boolean =>
  saysNoSuchAddress(error) ||
  (error instanceof ServiceError &&
    !error.ownForm &&
    (error.code === 'not-found' || error.status === 405 || (error.status === 403 && error.code === 'auth')))
