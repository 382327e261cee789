import { Fault } from '#shared/bridge/failure.ts'
import {
  advertAnswerSchema,
  ownAdvertsSchema,
  type AdvertRecord,
  type OwnAdverts,
} from '../service/advert-record.ts'
import { pageSize, searchPairs, type SearchParams } from '../service/search-params.ts'
import { searchPage, searchResultSchema, type SearchPage } from '../service/search-result.ts'
import type { HttpClient, Priority } from '../http/http-client.ts'
import { ServiceError } from '../http/service-error.ts'

/** The record of an advert, or why it could not be had. */
export type AdvertAnswer =
  | { readonly id: number; readonly ok: true; readonly record: AdvertRecord }
  | { readonly id: number; readonly ok: false; readonly error: ServiceError }

/** Where it is remembered that the service has no list of own adverts for this account. */
export interface OwnListMemory {
  isMissing(): boolean
  setMissing(): void
}

export interface InventoryApi {
  /** @throws ServiceError, `not-found` where the service knows no such advert. */
  advertInfo(id: number, signal?: AbortSignal, priority?: Priority): Promise<AdvertRecord>
  /** Records of many adverts, in the order asked; an advert that can't be read takes only itself away. */
  advertInfos(ids: readonly number[], signal?: AbortSignal): AsyncGenerator<AdvertAnswer, void>
  /** One page of ids. Page 0 is the first. */
  searchAdverts(
    search: SearchParams,
    page: number,
    signal?: AbortSignal,
    priority?: Priority,
  ): Promise<SearchPage>
  /** Ids that no earlier page had, page by page; ends at the first page that brings none, whatever `count` says. */
  walkAdverts(search: SearchParams, signal?: AbortSignal): AsyncGenerator<readonly number[], void>
  /** The account's own adverts, or null where the service has no such list: asked once, then remembered. */
  ownAdverts(signal?: AbortSignal, priority?: Priority): Promise<OwnAdverts | null>
}

/** Records asked for in one go; the client's queue holds how many travel at once. */
const stride = 100

/** Failures that speak of one advert; every other one would meet the next advert too. */
const ofOneAdvert = new Set(['not-found', 'rejected', 'unreadable', 'server'])

const inMemory = (): OwnListMemory => {
  let missing = false
  return {
    isMissing: () => missing,
    setMissing: () => {
      missing = true
    },
  }
}

export function createInventoryApi(client: HttpClient, memory: OwnListMemory = inMemory()): InventoryApi {
  const advertInfo: InventoryApi['advertInfo'] = async (id, signal, priority = 'background') => {
    const record = await client.read('/auto/info', [['auto_id', id]], advertAnswerSchema, {
      signal,
      priority,
    })
    if (record) return record
    throw new ServiceError('not-found', { sent: 'maybe', answered: true, status: 200 })
  }

  const answerOf = async (id: number, signal?: AbortSignal): Promise<AdvertAnswer> => {
    try {
      return { id, ok: true, record: await advertInfo(id, signal) }
    } catch (error) {
      if (error instanceof ServiceError && ofOneAdvert.has(error.code)) return { id, ok: false, error }
      throw error
    }
  }

  const searchAdverts: InventoryApi['searchAdverts'] = async (
    search,
    page,
    signal,
    priority = 'background',
  ) => {
    const params = searchPairs({ countpage: pageSize, ...search }, page)
    const found = await client.read('/auto/search', params, searchResultSchema, { signal, priority })
    return searchPage(found, params)
  }

  return {
    advertInfo,
    searchAdverts,

    async *advertInfos(ids, signal) {
      for (let from = 0; from < ids.length; from += stride)
        yield* await allOrFirstFailure(ids.slice(from, from + stride), signal, answerOf)
    },

    async *walkAdverts(search, signal) {
      const seen = new Set<number>()
      for (let page = 0; ; page += 1) {
        const { ids } = await searchAdverts(search, page, signal)
        const fresh = [...new Set(ids)].filter((id) => !seen.has(id))
        if (fresh.length === 0) return
        for (const id of fresh) seen.add(id)
        yield fresh
      }
    },

    async ownAdverts(signal, priority = 'background') {
      if (memory.isMissing()) return null
      try {
        return await client.read('/auto/new/autos', [['user_id', client.userId]], ownAdvertsSchema, {
          signal,
          priority,
        })
      } catch (error) {
        if (!saysNoSuchList(error)) throw error
        memory.setMissing()
        return null
      }
    },
  }
}

/** Answers for all, or the first failure, which then cancels the others: nothing goes on behind the caller's back. */
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

/** 404, or a 403 that isn't about the key, or a method that isn't allowed there (field notes, "list of own adverts"). */
const saysNoSuchList = (error: unknown): boolean =>
  error instanceof ServiceError &&
  (error.code === 'not-found' ||
    error.status === 405 ||
    (error.status === 403 && !error.serviceCode?.startsWith('API_KEY_')))
