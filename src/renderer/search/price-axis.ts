/** Axis of money: its ends, and the round sums between them. */
export interface MoneyAxis {
  readonly from: number
  readonly to: number
  readonly ticks: readonly number[]
}

/** Ticks lie one, two or five of a power of ten apart. */
function roundStep(span: number, most: number): number {
  const least = span / most
  const power = 10 ** Math.floor(Math.log10(least))
  return power * ([1, 2, 5].find((each) => each * power >= least) ?? 10)
}

/**
 * An axis that all these sums lie on, with some room at its ends; one sum alone is in its middle.
 * @param most how many steps it is divided into at most
 */
export function moneyAxis(sums: readonly number[], most = 4): MoneyAxis {
  const least = Math.min(...sums)
  const greatest = Math.max(...sums)
  const room = greatest === least ? Math.max(1, greatest * 0.1) : (greatest - least) * 0.06
  const from = Math.max(0, least - room)
  const to = greatest + room
  const step = roundStep(to - from, most)
  const first = Math.ceil(from / step) * step
  const count = Math.max(0, Math.floor((to - first) / step) + 1)
  return { from, to, ticks: Array.from({ length: count }, (_, at) => first + at * step) }
}

/** The place of a sum on an axis so wide, px. */
export const placeOn = ({ from, to }: MoneyAxis, width: number, sum: number): number =>
  ((sum - from) / (to - from)) * width

/** A dot of a price: px from the left end, and how many dots are below it. */
export interface PriceDot {
  readonly price: number
  readonly x: number
  readonly level: number
}

/** Dots for prices, one above the other if they would overlap; from the cheapest to the dearest. */
export function placeDots(
  axis: MoneyAxis,
  width: number,
  prices: readonly number[],
  size: number,
): readonly PriceDot[] {
  /** Place where the last dot of each level is. */
  const ends: number[] = []
  return prices
    .toSorted((one, other) => one - other)
    .map((price) => {
      const x = placeOn(axis, width, price)
      const free = ends.findIndex((end) => x - end >= size)
      const level = free < 0 ? ends.length : free
      ends[level] = x
      return { price, x, level }
    })
}
