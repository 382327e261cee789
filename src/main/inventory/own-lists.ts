import type { OwnListSource } from '#shared/inventory/inventory-calls.ts'
import type { ReadOptions } from '../http/call.ts'
import type { HttpClient } from '../http/http-client.ts'
import { ServiceError, saysNoSuchAddress } from '../http/service-error.ts'
import { type OwnAdverts, ownAdvertsSchema } from '../service/advert-record.ts'
import { newSearchSchema } from '../service/new-vehicle-record.ts'
import type { Params } from '../service/params.ts'
import { pageSize } from '../service/search-params.ts'
import { searchPage, searchResultSchema } from '../service/search-result.ts'
import type { AddressMemory } from './address-memory.ts'

type Source = Exclude<OwnListSource, 'journal'>

export type OwnList = OwnAdverts & { readonly source: Source }

/** In the order in which they are tried; none of them is in the contract (docs/service/practice.md). */
const sources: readonly Source[] = ['own-list', 'new-search', 'user-search']

/** GET /auto/new/search takes no more (docs/service/writes.md). */
const newPageSize = 50

/** An id that no user has: a search that finds adverts for it ignores the filter. */
const unusedUserId = 2_147_483_647

/** The account's own adverts, by the first way that its service has. What works is remembered. */
export class OwnLists {
  readonly #client: HttpClient
  readonly #memory: AddressMemory
  #listed: ReadonlySet<number> | null = null
  #isWhole = false

  constructor(client: HttpClient, memory: AddressMemory) {
    this.#client = client
    this.#memory = memory
  }

  /** Null if the service gives no list in any way. */
  async read(options: ReadOptions): Promise<OwnList | null> {
    let empty: OwnList | null = null
    for (const source of sources) {
      const list = await this.#from(source, options)
      // A search that finds nothing may not know this kind of adverts.
      if (list && (source === 'own-list' || list.active.length > 0)) return this.#keep(list)
      empty ??= list
    }
    return empty
  }

  /** The service's own list alone; null if it gives none. */
  async ownList(options: ReadOptions): Promise<OwnList | null> {
    const list = await this.#from('own-list', options)
    return list && this.#keep(list)
  }

  /** The ids of the last list; of one that is read now, if there was none. */
  async ids(options: ReadOptions): Promise<ReadonlySet<number>> {
    if (!this.#listed) await this.read(options)
    this.#listed ??= new Set()
    return this.#listed
  }

  /** True if the last list was the service's own, which lacks no advert of the account. */
  get isWhole(): boolean {
    return this.#isWhole
  }

  has(id: number): boolean {
    return this.#listed?.has(id) ?? false
  }

  /**
   * A page of own adverts of new vehicles, the first is 0; empty if the service has no such search.
   * @param filters by the names of GET /auto/new/search
   */
  async searchNew(filters: Params, page: number, options: ReadOptions): Promise<readonly number[]> {
    const found = await this.#optional('new-search', async () =>
      (await this.#filters('new-search', options))
        ? this.#newPage([...filters, ['userId', this.#client.userId]], page, options)
        : null,
    )
    if (found) this.#listed = new Set([...(this.#listed ?? []), ...found])
    return found ?? []
  }

  #keep(list: OwnList): OwnList {
    this.#listed = new Set([...list.active, ...list.archive])
    this.#isWhole = list.source === 'own-list'
    return list
  }

  async #from(source: Source, options: ReadOptions): Promise<OwnList | null> {
    const own = await this.#optional(source, async () =>
      source === 'own-list' ? this.#readOwnList(options) : this.#searched(source, options),
    )
    return own && { ...own, source }
  }

  /** Null if the service has no such address, which is remembered if the service itself says so. */
  async #optional<Found>(source: Source, read: () => Promise<Found | null>): Promise<Found | null> {
    if (this.#memory.answerOf(source) === 'missing') return null
    try {
      return await read()
    } catch (error) {
      if (!isNoSuchList(error) && !(source !== 'own-list' && isRefused(error))) throw error
      // A page of a proxy says nothing about the service: the next reading asks again.
      if (saysNoSuchAddress(error)) this.#memory.note(source, 'missing')
      return null
    }
  }

  async #readOwnList(options: ReadOptions): Promise<OwnAdverts> {
    const params: Params = [['user_id', this.#client.userId]]
    return this.#client.read('/auto/new/autos', params, ownAdvertsSchema, options)
  }

  async #searched(source: Exclude<Source, 'own-list'>, options: ReadOptions): Promise<OwnAdverts | null> {
    if (!(await this.#filters(source, options))) return null
    const active = new Set<number>()
    for (let page = 0; ; page += 1) {
      const ids = await this.#page(source, this.#client.userId, page, options)
      const fresh = ids.filter((id) => !active.has(id))
      if (fresh.length === 0) break
      for (const id of fresh) active.add(id)
    }
    return { active: [...active], archive: [], odd: [] }
  }

  /** A filter that is ignored brings the whole site (docs/service/practice.md, "filters"): asked once per account. */
  async #filters(source: Exclude<Source, 'own-list'>, options: ReadOptions): Promise<boolean> {
    const known = this.#memory.answerOf(source)
    if (known !== null) return known === 'works'
    const works = (await this.#page(source, unusedUserId, 0, options)).length === 0
    this.#memory.note(source, works ? 'works' : 'missing')
    return works
  }

  async #page(
    source: Exclude<Source, 'own-list'>,
    userId: number,
    page: number,
    options: ReadOptions,
  ): Promise<readonly number[]> {
    if (source === 'new-search') return this.#newPage([['userId', userId]], page, options)
    const params: Params = [
      ['user_id', userId],
      ['countpage', pageSize],
      ['page', page],
    ]
    return searchPage(await this.#client.read('/auto/search', params, searchResultSchema, options), params)
      .ids
  }

  /** Its pages begin with 1. */
  async #newPage(filters: Params, page: number, options: ReadOptions): Promise<readonly number[]> {
    const params: Params = [...filters, ['page', page + 1], ['limit', newPageSize]]
    return (await this.#client.read('/auto/new/search', params, newSearchSchema, options)).ids
  }
}

const isRefused = (error: unknown): boolean => error instanceof ServiceError && error.code === 'rejected'

/** The service's own word that it has no such list, or a status that may mean it. */
const isNoSuchList = (error: unknown): boolean =>
  saysNoSuchAddress(error) ||
  (error instanceof ServiceError &&
    !error.ownForm &&
    (error.code === 'not-found' || error.status === 405 || (error.status === 403 && error.code === 'auth')))
