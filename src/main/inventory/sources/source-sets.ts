/** A saved search whose adverts are the dealer's own, whoever the service names as their seller. */
export interface StockSearch {
  readonly id: string
  readonly name: string
  readonly found: readonly number[]
}

/** Reads the ids of a source, of which there may be a hundred thousand. */
export interface SourceIds {
  readonly made: () => Iterable<number>
  readonly listed: () => Iterable<number>
  readonly added: () => Iterable<number>
}

/**
 * Adverts by source. Ids are read when they are first asked for: a list of which no source is switched off needs
 * none.
 */
export class SourceSets {
  /** The sources that are switched off. */
  readonly off: ReadonlySet<string>
  readonly searches: readonly {
    readonly source: string
    readonly name: string
    readonly ids: ReadonlySet<number>
  }[]
  /** Adverts that searches of own adverts found. */
  readonly joined: ReadonlySet<number>
  readonly #read: SourceIds
  readonly #ids = new Map<keyof SourceIds, ReadonlySet<number>>()

  constructor(off: Iterable<string>, searches: readonly StockSearch[], read: SourceIds) {
    this.off = new Set(off)
    this.searches = searches.map(({ id, name, found }) => ({
      source: `search:${id}`,
      name,
      ids: new Set(found),
    }))
    this.joined = new Set(searches.flatMap(({ found }) => found))
    this.#read = read
  }

  get added(): ReadonlySet<number> {
    return this.#of('added')
  }

  /** Every source of an advert; the account's own record stands for one that has no other. */
  of(id: number): string[] {
    const sources: string[] = []
    if (this.#of('listed').has(id)) sources.push('account')
    if (this.#of('made').has(id)) sources.push('made')
    if (this.added.has(id)) sources.push('added')
    for (const { source, ids } of this.searches) if (ids.has(id)) sources.push(source)
    return sources.length > 0 ? sources : ['account']
  }

  #of(source: keyof SourceIds): ReadonlySet<number> {
    const known = this.#ids.get(source) ?? new Set(this.#read[source]())
    this.#ids.set(source, known)
    return known
  }
}
