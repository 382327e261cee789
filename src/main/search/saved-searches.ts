import { randomUUID } from 'node:crypto'
import { Fault } from '#shared/bridge/failure.ts'
import { readFilters } from '#shared/search/filter-value.ts'
import type { MarketParams, SavedSearch } from '#shared/search/search-calls.ts'
import { timestamp, type Clock } from '../system/clock.ts'
import type { FoundPage, MarketService } from './market-service.ts'
import type { FoundAdvert, SavedSearchesTable, StoredSearch } from './saved-searches-table.ts'

export interface SavedSearchesPorts {
  readonly table: SavedSearchesTable
  readonly market: Pick<MarketService, 'pages'>
  readonly accountId: () => Promise<string>
  /** Reads these adverts and keeps them. */
  readonly read: (ids: readonly number[], signal?: AbortSignal) => Promise<unknown>
  /** Seller of an advert that is kept; null if that isn't known. */
  readonly sellerOf: (accountId: string, id: number) => number | null
  /** Adverts among these that are cheaper than when they were first read. */
  readonly cheaper: (accountId: string, ids: readonly number[]) => number[]
  /** Another set of adverts is the dealer's own now. */
  readonly onStock: () => void
  readonly clock: Clock
}

/** Pages that a check reads at most: each is a call of the quota. */
const mostPages = 50

/** Adverts that show, before all are read, whether the service keeps to the seller of a search. */
const lookedAt = 10

/** True if a search is of one seller's adverts (docs/service/practice.md, "more search parameters"). */
const namesSeller = (params: MarketParams): boolean =>
  params.some(([name, value]) => name === 'user_id' && value.trim() !== '')

/** Searches that the dealer saved, and what is new, cheaper or gone since the check before. */
export class SavedSearches {
  readonly #ports: SavedSearchesPorts
  /** Searches of the stock whose last check found suddenly less. */
  readonly #doubted = new Set<string>()

  constructor(ports: SavedSearchesPorts) {
    this.#ports = ports
  }

  async all(): Promise<SavedSearch[]> {
    const accountId = await this.#ports.accountId()
    return this.#ports.table.all(accountId).map((search) => this.#shown(accountId, search))
  }

  async save(name: string, params: MarketParams): Promise<SavedSearch[]> {
    const { table, accountId, clock } = this.#ports
    table.add(await accountId(), randomUUID(), name, params, timestamp(clock))
    return this.all()
  }

  async remove(id: string): Promise<SavedSearch[]> {
    this.#ports.table.remove(await this.#ports.accountId(), id)
    return this.all()
  }

  /** The adverts of a search by a seller are the dealer's own, or no longer. @throws Fault `invalid-request` for another search */
  async markStock(id: string, stock: boolean): Promise<SavedSearch[]> {
    const { table } = this.#ports
    const accountId = await this.#ports.accountId()
    const search = table.all(accountId).find((each) => each.id === id)
    if (!search || (stock && !namesSeller(search.params))) throw new Fault('invalid-request', { path: 'id' })
    table.markStock(accountId, id, stock)
    this.#ports.onStock()
    return this.all()
  }

  /**
   * Reads every page of the search, and each advert with `prices` or if they are the dealer's own. Results read before
   * a failure are not kept.
   * @throws Fault `usage` if adverts that are the dealer's own were asked for by their seller, and others came, or far fewer
   * than before, once
   */
  async check(id: string, prices: boolean, signal?: AbortSignal): Promise<SavedSearch[]> {
    const { table, market, accountId, read, clock } = this.#ports
    const owner = await accountId()
    const search = table.all(owner).find((each) => each.id === id)
    if (!search) throw new Fault('invalid-request', { path: 'id' })
    const ids: number[] = []
    let counted = 0
    let pages = 0
    let complete = true
    for await (const page of market.pages(search.params, signal)) {
      if (search.stock && pages === 0) await this.#refuseOthers(owner, search, page, signal)
      ids.push(...page.ids)
      counted = Math.max(counted, page.count ?? 0)
      pages += 1
      if (pages < mostPages) continue
      complete = false
      break
    }
    if (search.stock) this.#refuseFewer(search, ids.length, counted)
    if (prices || search.stock) await read(search.stock ? ids.slice(lookedAt) : ids, signal)
    const found = search.stock ? ids.filter((each) => this.#isOfSeller(owner, search, each)) : ids
    table.check(owner, id, found, complete, timestamp(clock))
    if (search.stock) this.#ports.onStock()
    return this.all()
  }

  /** A service that ignores the seller finds the whole market: all of it would be read, and become the dealer's own. */
  async #refuseOthers(
    owner: string,
    search: StoredSearch,
    page: FoundPage,
    signal?: AbortSignal,
  ): Promise<void> {
    const looked = page.ids.slice(0, lookedAt)
    await this.#ports.read(looked, signal)
    const own = looked.filter((id) => this.#isOfSeller(owner, search, id))
    if (own.length >= looked.length / 2 && page.warnings.every(({ name }) => name !== 'user_id')) return
    throw new Fault('usage', { reason: 'seller-ignored' })
  }

  /**
   * A service that answers one empty page would take existing adverts out of the stock: they leave it only if a second
   * check doesn't find them either.
   */
  #refuseFewer({ id, checkedAt }: StoredSearch, count: number, counted: number): void {
    const before = this.#ports.table.found(id).filter(({ lastAt }) => lastAt === checkedAt).length
    const isSudden = count < before && (count * 2 < before || count < counted)
    const wasDoubted = this.#doubted.delete(id)
    if (!isSudden || wasDoubted) return
    this.#doubted.add(id)
    throw new Fault('usage', { reason: 'stock-fewer', count, value: before })
  }

  #isOfSeller(owner: string, { params }: StoredSearch, id: number): boolean {
    const seller = this.#ports.sellerOf(owner, id)
    const asked = readFilters(params).params.filter(([name]) => name === 'user_id')
    return seller === null || asked.some(([, value]) => value === String(seller))
  }

  #shown(accountId: string, { id, name, params, checkedAt, complete, stock }: StoredSearch): SavedSearch {
    const all = this.#ports.table.found(id)
    const firstCheck = all.map(({ firstAt }) => firstAt).toSorted()[0]
    const idsOf = (fits: (advert: FoundAdvert) => boolean): number[] =>
      all.filter(fits).map((advert) => advert.id)
    const found = idsOf(({ lastAt }) => lastAt === checkedAt)
    return {
      id,
      name,
      params,
      checkedAt,
      complete,
      found,
      stock,
      bySeller: namesSeller(params),
      fresh: idsOf(({ firstAt }) => firstAt === checkedAt && firstAt !== firstCheck),
      cheaper: this.#ports.cheaper(accountId, found),
      vanished: complete ? idsOf(({ lastAt }) => lastAt !== checkedAt) : [],
    }
  }
}
