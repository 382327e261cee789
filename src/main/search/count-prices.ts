import { medianCalls } from '#shared/search/position-calls.ts'

/**
 * Number of adverts that cost this much at most, in whole units of the currency; without a price, how many there are.
 */
export type CountUpTo = (price?: number) => Promise<number>

/** The position of a price by two counts. */
export async function rankOf(countUpTo: CountUpTo, price: number): Promise<{ of: number; cheaper: number }> {
  const of = await countUpTo()
  if (of === 0) return { of, cheaper: 0 }
  const below = Math.ceil(price) - 1
  // Nothing costs less than 1, and as a filter 0 counts as none.
  if (below < 1) return { of, cheaper: 0 }
  // A price may change between the two counts.
  return { of, cheaper: Math.min(of, await countUpTo(below)) }
}

/** The median is good enough within this share of itself. */
const closeEnough = 0.01

/**
 * The lowest price that half of the adverts do not exceed, found by halving the range that holds it.
 * Null if no count was lower than half of them.
 * @param known how many are cheaper than `price`
 * @param most counts that it may take
 */
export async function medianOf(
  countUpTo: CountUpTo,
  { price, of, cheaper }: { readonly price: number; readonly of: number; readonly cheaper: number },
  most = medianCalls,
): Promise<number | null> {
  if (of === 0) return null
  const half = Math.ceil(of / 2)
  let left = most
  let [low, high] = cheaper >= half ? [0, Math.ceil(price) - 1] : [Math.ceil(price) - 1, null]
  // Upwards the range has no end: it is doubled until it holds half of the adverts.
  for (let top = Math.max(1, Math.ceil(price * 1.25)); high === null && left > 0; top *= 2) {
    left -= 1
    if ((await countUpTo(top)) >= half) high = top
    else low = top
  }
  if (high === null) return null
  for (; left > 0 && high - low > Math.max(1, high * closeEnough); left -= 1) {
    const middle = Math.floor((low + high) / 2)
    if ((await countUpTo(middle)) >= half) high = middle
    else low = middle
  }
  // A service whose counts are the same at every price says nothing of the middle.
  return low === 0 ? null : high
}
