const none: ReadonlySet<never> = new Set()

/** Values by the marks that they have in common, in the order in which they were added. */
export class Grouped<Value> {
  readonly #groups = new Map<string, Set<Value>>()

  add(mark: string, value: Value): void {
    const group = this.#groups.get(mark)
    if (group) group.add(value)
    else this.#groups.set(mark, new Set([value]))
  }

  of(mark: string): ReadonlySet<Value> {
    return this.#groups.get(mark) ?? none
  }
}
