import { setImmediate } from 'node:timers/promises'
import type { AdvertFilter } from '#shared/inventory/advert-filter.ts'
import type {
  GivenAdverts,
  ListCounts,
  ListedAdverts,
  StockGroup,
  StockOverview,
  StockSums,
} from '#shared/inventory/inventory-calls.ts'
import {
  type AdvertQuery,
  type EditMark,
  type ListedColumn,
  listedColumns,
} from '#shared/inventory/advert.ts'
import type { NameColumn } from '#shared/inventory/column-lists.ts'
import type { StockSource } from '#shared/inventory/stock-sources.ts'
import { serviceTime } from '#shared/time/service-time.ts'
import type { ValueCount } from './adverts-table.ts'
import type { InventoryPorts, MarkedAdverts } from './inventory-ports.ts'
import { columnsOf, countedColumns, summedColumns } from '#shared/inventory/list-columns.ts'
import type { ListedIds } from './lists/stock-list.ts'
import type { ListScope } from './lists/stock-lists.ts'
import type { Owner } from './owner.ts'

/** Time for which after a list of ids the others are prepared, in ms. */
const afterRows = 500

const everyAdvert: AdvertQuery = { text: '', states: [], sort: [] }

/** Columns that Today counts: its bars and lines, the makes, and what the stock is worth. */
const numberColumns = [
  ...summedColumns,
  'make',
  'photo',
  'photos',
  'pending',
  'addedAt',
  'updatedAt',
  'position',
  'compared',
  'noViews',
  'viewsFell',
] as const satisfies readonly ListedColumn[]

type CountedOwner = Owner & Pick<ListScope, 'whose'>

/** Overview for Today, with the first advert of each list by its id. */
type Numbers = Omit<StockOverview, 'lists'> & {
  readonly lists: readonly (Omit<ListedAdverts, 'first'> & { readonly firstId: number | null })[]
}

/** Names that a filter offers. */
const mostValues = 200

const noneMarked = Promise.resolve<MarkedAdverts>({
  batch: new Set(),
  conflict: new Set(),
  person: new Set(),
})

/** Lists of the inventory: which adverts are shown, in which order, from which sources, and how many. */
export class InventoryLists {
  readonly #ports: InventoryPorts

  constructor(ports: InventoryPorts) {
    this.#ports = ports
  }

  async ids(query: AdvertQuery): Promise<Float64Array<ArrayBuffer>> {
    return (await this.list(query)).ids
  }

  /** The ids with their groups, if the query asks for some. */
  async list(query: AdvertQuery): Promise<ListedIds<StockGroup>> {
    const { accountId, userId } = await this.#ports.owner()
    const { whose, hides } = this.#scopeOf({ accountId, userId }, query.watched === true)
    const owner = { accountId, userId, whose }
    await this.#ports.table.loadFor(owner, query)
    const chosen = await this.#chosen(accountId, query)
    const leavesOut = chosen ? (id: number) => !chosen.has(id) || hides?.(id) === true : hides
    return this.#ports.table.grouped(owner, query, this.#serviceNow(), leavesOut)
  }

  /** The adverts whose edits are as the query asks; null if it doesn't ask. */
  async #chosen(
    accountId: string,
    { edited, marked }: Pick<AdvertQuery, 'edited' | 'marked'>,
  ): Promise<ReadonlySet<number> | null> {
    const { edits } = this.#ports
    if (marked) return (await (edits?.marked(accountId) ?? noneMarked))[marked]
    return edited === true ? (edits?.editedIn(accountId) ?? new Set()) : null
  }

  /** Number of own adverts by state and by each filter by itself, how many are edited, and how many are watched. */
  async counts(filters: readonly AdvertFilter[]): Promise<ListCounts> {
    const { accountId, userId } = await this.#ports.owner()
    const { whose, hides } = this.#scopeOf({ accountId, userId }, false)
    const owner = { accountId, userId, whose }
    const watched = await this.#watchedCount({ accountId, userId })
    await this.#ports.table.load(owner, countedColumns(filters))
    return { ...this.#countsNow(owner, filters, hides), watched }
  }

  /** The same counts, the filters and makes of the live adverts alone, their worth, and lists of own adverts, for Today. */
  async overview(filters: readonly AdvertFilter[], lists: readonly AdvertQuery[] = []): Promise<Numbers> {
    const { accountId, userId } = await this.#ports.owner()
    const { whose, hides } = this.#scopeOf({ accountId, userId }, false)
    const owner = { accountId, userId, whose }
    const { table } = this.#ports
    const now = this.#serviceNow()
    const watched = await this.#watchedCount({ accountId, userId })
    const listed = [...countedColumns(filters), ...lists.flatMap(columnsOf), ...summedColumns]
    await table.load(owner, [...new Set<ListedColumn>([...listed, 'make'])])
    // Nothing is waited for from here on: all numbers are of one moment, also while the stock is being read.
    const liveOnes = { ...everyAdvert, states: ['live'] } satisfies AdvertQuery
    const live = new Set(table.ids(accountId, userId, liveOnes, now, { whose, hides }))
    const hidesOthers = (id: number): boolean => !live.has(id)
    const { filters: ofLive } = table.lists.counts(owner, filters, now, hidesOthers)
    return {
      counts: { ...this.#countsNow(owner, [], hides), filters: [...ofLive], watched },
      makes: table.values(owner, 'make', mostValues, hidesOthers),
      totals: table.lists.totals(owner, now, hides),
      lists: lists.map((query) => {
        const ids = table.ids(accountId, userId, query, now, { whose, hides })
        return { count: ids.length, totals: table.lists.sumsOf(owner, ids).totals, firstId: ids[0] ?? null }
      }),
    }
  }

  /** Number of adverts that have edits that were not done at once, by what became of them. */
  async marks(): Promise<Record<EditMark, number>> {
    const { accountId } = await this.#ports.owner()
    const marked = await (this.#ports.edits?.marked(accountId) ?? noneMarked)
    return { batch: marked.batch.size, conflict: marked.conflict.size, person: marked.person.size }
  }

  /** Number of adverts that each of these lists has. */
  async sizes(queries: readonly AdvertQuery[], signal?: AbortSignal): Promise<number[]> {
    const sizes: number[] = []
    for (const query of queries) {
      if (signal?.aborted) break
      sizes.push((await this.ids({ ...query, sort: [] })).length)
      await setImmediate()
    }
    return sizes
  }

  /** Sums of these adverts: the account's, or watched ones. */
  async sumsOf({ ids, watched }: GivenAdverts): Promise<StockSums> {
    const { accountId, userId } = await this.#ports.owner()
    const { whose } = this.#scopeOf({ accountId, userId }, watched)
    const owner = { accountId, userId, whose }
    await this.#ports.table.load(owner, summedColumns)
    return this.#ports.table.lists.sumsOf(owner, ids)
  }

  /** The names of a column and how many own adverts have each, the most first. */
  async values(column: NameColumn): Promise<ValueCount[]> {
    const { accountId, userId } = await this.#ports.owner()
    const { whose, hides } = this.#scopeOf({ accountId, userId }, false)
    const owner = { accountId, userId, whose }
    await this.#ports.table.load(owner, ['id', 'state', column])
    return this.#ports.table.values(owner, column, mostValues, hides)
  }

  /** Prepares the lists after the rows that a window asks for now. If it fails, the list that needs it says why. */
  prepareSoon(): void {
    setTimeout(() => void this.prepareLists().catch(() => undefined), afterRows).unref()
  }

  /** Loads what Today counts, in one reading of the cache, so that it is there when the page asks. */
  async prepareNumbers(): Promise<void> {
    await this.#ports.table.load({ ...(await this.#ports.owner()), whose: 'own' }, numberColumns)
  }

  /** Loads what any list may need, so that the first list of another order is as quick as the next one. */
  async prepareLists(): Promise<void> {
    const { accountId, userId } = await this.#ports.owner()
    await this.#ports.table.load({ accountId, userId, whose: 'own' }, listedColumns)
  }

  /** Sources of the adverts, and which sources are switched off. */
  async sources(): Promise<StockSource[]> {
    const owner = await this.#ports.owner()
    for (const whose of ['own', 'others'] as const)
      await this.#ports.table.load({ ...owner, whose }, ['id', 'state'])
    return this.#ports.sources?.all(owner) ?? []
  }

  async showSource(source: string, shown: boolean): Promise<StockSource[]> {
    this.#ports.sources?.show(await this.#ports.owner(), source, shown)
    return this.sources()
  }

  /** Other sellers' adverts are watched, or no longer: they stay in the cache. */
  async watch(ids: readonly number[], watched: boolean): Promise<void> {
    const owner = await this.#ports.owner()
    if (watched) this.#ports.sources?.noteAdded(owner, ids)
    else this.#ports.sources?.unwatch(owner, ids)
  }

  /** The time now by the service's clock, in its own form. */
  #serviceNow(): string {
    return serviceTime(this.#ports.clock.now())
  }

  #scopeOf(owner: Owner, watched: boolean): ListScope {
    const { sources } = this.#ports
    if (!sources) return { whose: watched ? 'others' : 'own', hides: null }
    return watched ? sources.watched(owner) : sources.own(owner)
  }

  #countsNow(
    owner: CountedOwner,
    filters: readonly AdvertFilter[],
    hides: ListScope['hides'],
  ): Omit<ListCounts, 'watched'> {
    const found = this.#ports.table.lists.counts(owner, filters, this.#serviceNow(), hides)
    const { states, filters: kept } = found
    const edited = this.#ports.edits?.editedIn(owner.accountId).size ?? 0
    return { states, filters: [...kept], edited }
  }

  async #watchedCount({ accountId, userId }: Owner): Promise<number> {
    const scope = this.#scopeOf({ accountId, userId }, true)
    await this.#ports.table.load({ accountId, userId, whose: 'others' }, ['id', 'state'])
    return this.#ports.table.ids(accountId, userId, everyAdvert, '', scope).length
  }
}
