import type { StockSource } from '#shared/inventory/stock-sources.ts'
import { timestamp, type Clock } from '../../system/clock.ts'
import type { Owner } from '../sync-states.ts'
import type { ListScope } from '../lists/stock-lists.ts'
import type { AdvertSourcesTable } from './advert-sources-table.ts'

/** A saved search whose adverts are the dealer's own, whoever the service names as their seller. */
export interface StockSearch {
  readonly id: string
  readonly name: string
  readonly found: readonly number[]
}

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

/** Which adverts of an account belong to which source. */
interface Sets {
  readonly key: string
  readonly made: ReadonlySet<number>
  readonly listed: ReadonlySet<number>
  readonly added: ReadonlySet<number>
  readonly searches: readonly {
    readonly source: string
    readonly name: string
    readonly ids: ReadonlySet<number>
  }[]
  readonly joined: ReadonlySet<number>
  readonly off: ReadonlySet<string>
}

/** Where the adverts that the inventory shows come from; each source can be switched off. */
export class StockSources {
  readonly #ports: StockSourcesPorts
  #known: Sets | null = null

  constructor(ports: StockSourcesPorts) {
    this.#ports = ports
  }

  /** What the list of own adverts has: those of the account, and what searches of own adverts found. */
  own(owner: Owner): ListScope {
    const sets = this.#setsOf(owner.accountId)
    const isOff =
      sets.off.size === 0 ? null : (id: number) => sourcesOf(sets, id).every((each) => sets.off.has(each))
    if (sets.joined.size === 0) return { whose: 'own', hides: isOff }
    const others = new Set(this.#ports.cached(owner, 'others'))
    return { whose: 'all', hides: (id) => (others.has(id) && !sets.joined.has(id)) || (isOff?.(id) ?? false) }
  }

  /** What the list of watched adverts has: of other sellers, those that were added by their ids. */
  watched({ accountId }: Owner): ListScope {
    const { off, added, joined } = this.#setsOf(accountId)
    return { whose: 'others', hides: (id) => off.has('watched') || !added.has(id) || joined.has(id) }
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
    for (const id of this.#ports.cached(owner, 'own')) count(sourcesOf(sets, id))
    for (const id of this.#ports.cached(owner, 'others')) {
      if (sets.joined.has(id)) count(sourcesOf(sets, id))
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

  /** Adverts that a refresh reads beside the account's own: what searches of own adverts found. */
  joined({ accountId }: Owner): readonly number[] {
    return [...this.#setsOf(accountId).joined]
  }

  #setsOf(accountId: string): Sets {
    const { table, made, searches, mark } = this.#ports
    const key = `${accountId} ${table.mark} ${mark(accountId)}`
    if (this.#known?.key === key) return this.#known
    const found = searches(accountId).map(({ id, name, found: ids }) => ({
      source: `search:${id}`,
      name,
      ids: new Set(ids),
    }))
    this.#known = {
      key,
      made: new Set(made(accountId)),
      listed: new Set(table.ids(accountId, 'account')),
      added: new Set(table.ids(accountId, 'added')),
      searches: found,
      joined: new Set(found.flatMap(({ ids }) => [...ids])),
      off: new Set(table.hidden(accountId)),
    }
    return this.#known
  }
}

/** Every source of an advert; the account's own record stands for one that has no other. */
function sourcesOf({ made, listed, added, searches }: Sets, id: number): string[] {
  const sources: string[] = []
  if (listed.has(id)) sources.push('account')
  if (made.has(id)) sources.push('made')
  if (added.has(id)) sources.push('added')
  for (const { source, ids } of searches) if (ids.has(id)) sources.push(source)
  return sources.length > 0 ? sources : ['account']
}
