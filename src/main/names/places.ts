/** Places of entries in a list, by their keys. */
export class Places {
  readonly #byKey = new Map<string, Set<number>>()

  put(key: string, at: number): void {
    const known = this.#byKey.get(key)
    if (known) known.add(at)
    else this.#byKey.set(key, new Set([at]))
  }

  /** The places of a key. */
  at(key: string): Iterable<number> {
    return this.#byKey.get(key) ?? []
  }

  /** Entries of the list under one of the keys, in the order of the list. */
  of<Each>(keys: readonly string[], list: readonly Each[]): readonly Each[] {
    const found = new Set(keys.flatMap((key) => [...this.at(key)]))
    return found.size === 0 ? [] : list.filter((_, at) => found.has(at))
  }
}
