interface Waiting {
  /** ms */
  readonly restsFor: number
  /** The longest that an item waits while others come all the time, ms. */
  readonly most: number
}

/**
 * Does something for each item after a pause without new ones, or after the longest wait. An item that comes again, or
 * is dropped in time, waits again. Items are looked through once in that while, several together, so that one may wait
 * longer by as much.
 */
export class IdleQueue<Item> {
  /** Time when each item has waited for the most, the soonest first. */
  readonly #due = new Map<Item, number>()
  readonly #waiting: Waiting
  /** Time when the last item came. */
  #lastAdded = 0
  readonly #work: (item: Item) => void
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(waiting: Waiting, work: (item: Item) => void) {
    this.#waiting = waiting
    this.#work = work
  }

  add(item: Item): void {
    this.#due.delete(item)
    this.#lastAdded = performance.now()
    this.#due.set(item, this.#lastAdded + this.#waiting.most)
    if (this.#timer === undefined) this.#wait()
  }

  /** False if the item was not waiting. */
  drop(item: Item): boolean {
    return this.#due.delete(item)
  }

  #wait(): void {
    this.#timer = setTimeout(() => this.#workDue(), this.#waiting.restsFor)
  }

  #workDue(): void {
    this.#timer = undefined
    const now = performance.now()
    const isAtRest = now - this.#lastAdded >= this.#waiting.restsFor
    for (const [item, at] of this.#due) {
      if (!isAtRest && at > now) {
        this.#wait()
        return
      }
      this.#due.delete(item)
      this.#work(item)
    }
  }
}
