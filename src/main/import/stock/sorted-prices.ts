import type { CurrencyId } from '#shared/batch/currency.ts'
import type { UnlinkedAdvert } from './stock-facts.ts'

/** Adverts in the order of their prices in one currency; those without such a price are left out. */
export class SortedPrices {
  readonly #sorted: readonly (readonly [price: number, advert: UnlinkedAdvert])[]

  constructor(adverts: Iterable<UnlinkedAdvert>, currency: CurrencyId) {
    this.#sorted = [...adverts]
      .flatMap((advert) => {
        const price = advert.prices[currency]
        return price === undefined ? [] : [[price, advert] as const]
      })
      .toSorted(([left], [right]) => left - right)
  }

  /** All of them, the nearest to a price first. */
  *near(price: number): Generator<UnlinkedAdvert, void> {
    let above = this.#firstFrom(price)
    let below = above - 1
    for (;;) {
      const [left, right] = [this.#sorted[below], this.#sorted[above]]
      if (left && (!right || price - left[0] <= right[0] - price)) {
        yield left[1]
        below -= 1
      } else if (right) {
        yield right[1]
        above += 1
      } else return
    }
  }

  /** The place of the first price that isn't below. */
  #firstFrom(price: number): number {
    let [low, high] = [0, this.#sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#sorted[middle]?.[0] ?? 0) < price) low = middle + 1
      else high = middle
    }
    return low
  }
}
