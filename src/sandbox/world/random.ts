/**
 * Repeatable dice (mulberry32): the same seed and index always give the same throws. So an advert can be made again
 * from its number alone, and a larger stock begins with the smaller one.
 */
export class Dice {
  #state: number

  constructor(seed: number, index: number) {
    this.#state = scatter(scatter(seed) ^ index)
  }

  /** The next throw, from 0 up to but not including 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(list: readonly T[]): T {
    const picked = list[Math.floor(this.next() * list.length)]
    if (picked === undefined) throw new RangeError('nothing to pick from')
    return picked
  }
}

/** Spreads neighbouring numbers far apart (the finalizer of MurmurHash3). */
function scatter(value: number): number {
  let h = value | 0
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}
