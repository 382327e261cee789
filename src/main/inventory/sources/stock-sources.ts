import type { StockSource } from '#shared/inventory/stock-sources.ts'
import { timestamp, type Clock } from '../../system/clock.ts'
import type { Owner } from '../owner.ts'
import type { ListScope } from '../lists/stock-lists.ts'
import type { AdvertSourcesTable } from './advert-sources-table.ts'
import { SourceSets, type StockSearch } from './source-sets.ts'

export interface StockSourcesPorts {
  readonly table: AdvertSourcesTable
  readonly clock: Clock
  /** Ids of the adverts that this app created. */
  readonly made: (accountId: string) => readonly number[]
  /** If it is the same twice, `made` and `searches` answer the same. */
  readonly mark: (accountId: string) => string
  readonly searches: (accountId: string) => readonly StockSearch[]
  /** Ids of cached adverts that are not gone: the owner's own, or those of other sellers. */
  readonly cached: (owner: Owner, whose: 'own' | 'others') => Iterable<number>
}

/** Sources of the adverts that the inventory shows; each source can be switched off. */
export class StockSources {
  readonly #ports: StockSourcesPorts
  #known: { readonly key: string; readonly sets: SourceSets } | null = null

  constructor(ports: StockSourcesPorts) {
    this.#ports = ports
  }

  /** Scope of the list of own adverts: those of the account, and what searches of own adverts found. */
  own(owner: Owner): ListScope {
    const sets = this.#setsOf(owner.accountId)
    const isOff = sets.off.size === 0 ? null : (id: number) => sets.of(id).every((each) => sets.off.has(each))
    if (sets.joined.size === 0) return { whose: 'own', hides: isOff }
    const others = new Set(this.#ports.cached(owner, 'others'))
    return { whose: 'all', hides: (id) => (others.has(id) && !sets.joined.has(id)) || (isOff?.(id) ?? false) }
  }

  /** Scope of the list of watched adverts: of other sellers, those that were added by their ids. */
  watched({ accountId }: Owner): ListScope {
    const sets = this.#setsOf(accountId)
    return {
      whose: 'others',
      hides: (id) => sets.off.has('watched') || !sets.added.has(id) || sets.joined.has(id),
    }
  }

  /** Every source with the number of its adverts; `account` is always one of them. */
  all(owner: Owner): StockSource[] {
    const sets = this.#setsOf(owner.accountId)
    const counts = new Map<string, { adverts: number; hidden: number }>()
    const count = (sources: readonly string[]): void => {
      const isHidden = sources.every((each) => sets.off.has(each))
      for (const source of sources) {
        const { adverts, hidden } = counts.get(source) ?? { adverts: 0, hidden: 0 }
        counts.set(source, { adverts: adverts + 1, hidden: hidden + Number(isHidden) })
      }
    }
    for (const id of this.#ports.cached(owner, 'own')) count(sets.of(id))
    for (const id of this.#ports.cached(owner, 'others')) {
      if (sets.joined.has(id)) count(sets.of(id))
      else if (sets.added.has(id)) count(['watched'])
    }
    const sources = ['account', 'made', 'added', ...sets.searches.map(({ source }) => source), 'watched']
    return sources
      .map((source) => ({
        source,
        name: sets.searches.find((each) => each.source === source)?.name ?? null,
        shown: !sets.off.has(source),
        ...(counts.get(source) ?? { adverts: 0, hidden: 0 }),
      }))
      .filter(
        ({ source, adverts, shown, name }) => source === 'account' || adverts > 0 || !shown || name !== null,
      )
  }

  show({ accountId }: Owner, source: string, shown: boolean): void {
    this.#ports.table.show(accountId, source, shown)
  }

  /** These ids were added by hand; noted before they are read, so that none is lost if the reading ends early. */
  noteAdded({ accountId }: Owner, ids: readonly number[]): void {
    this.#ports.table.note(accountId, 'added', ids, timestamp(this.#ports.clock))
  }

  unwatch({ accountId }: Owner, ids: readonly number[]): void {
    this.#ports.table.forgetAdded(accountId, ids)
  }

  noteListed({ accountId }: Owner, ids: readonly number[]): Promise<void> {
    return this.#ports.table.replaceListed(accountId, ids, timestamp(this.#ports.clock))
  }

  /** Adverts that a refresh reads in addition to the account's own: results of searches of own adverts. */
  joined({ accountId }: Owner): readonly number[] {
    return [...this.#setsOf(accountId).joined]
  }

  #setsOf(accountId: string): SourceSets {
    const { table, made, searches, mark } = this.#ports
    const key = `${accountId} ${table.mark} ${mark(accountId)}`
    if (this.#known?.key === key) return this.#known.sets
    const sets = new SourceSets(table.hidden(accountId), searches(accountId), {
      made: () => made(accountId),
      listed: () => table.ids(accountId, 'account'),
      added: () => table.ids(accountId, 'added'),
    })
    this.#known = { key, sets }
    return sets
  }
}
