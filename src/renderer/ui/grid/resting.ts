/**
 * Does something for each item that was left alone for a while; what comes again, or is dropped in time, waits anew.
 * Items are looked through once in that while, several together, so that one may wait up to twice as long.
 */
export class Resting<Item> {
  /** When each item has rested, the soonest first. */
  readonly #due = new Map<Item, number>()
  readonly #restsFor: number
  readonly #work: (item: Item) => void
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @param restsFor ms */
  constructor(restsFor: number, work: (item: Item) => void) {
    this.#restsFor = restsFor
    this.#work = work
  }

  add(item: Item): void {
    this.#due.delete(item)
    this.#due.set(item, performance.now() + this.#restsFor)
    if (this.#timer === undefined) this.#wait()
  }

  /** False if the item was not waiting. */
  drop(item: Item): boolean {
    return this.#due.delete(item)
  }

  #wait(): void {
    this.#timer = setTimeout(() => this.#workDue(), this.#restsFor)
  }

  #workDue(): void {
    this.#timer = undefined
    const now = performance.now()
    for (const [item, at] of this.#due) {
      if (at > now) {
        this.#wait()
        return
      }
      this.#due.delete(item)
      this.#work(item)
    }
  }
}
