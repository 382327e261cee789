/** Work that is done in the order in which it was asked for, one at a time of each kind. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>()

  /** @param kind null if the work waits for none */
  run<Value>(kind: string | null, work: () => Value | Promise<Value>): Promise<Value> {
    if (kind === null) return Promise.resolve().then(work)
    const done = (this.#last.get(kind) ?? Promise.resolve()).then(work)
    const settled = done.then(
      () => undefined,
      () => undefined,
    )
    this.#last.set(kind, settled)
    void settled.then(() => {
      if (this.#last.get(kind) === settled) this.#last.delete(kind)
    })
    return done
  }
}
