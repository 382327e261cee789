import { moneyAxis, type MoneyAxis } from './price-axis.ts'

/** Figures of known prices; the quarters and the median are between prices if their number asks for it. */
export interface MarketFigures {
  readonly least: number
  readonly lower: number
  readonly median: number
  readonly upper: number
  readonly greatest: number
}

/** Null without a price. */
export function marketFigures(prices: readonly number[]): MarketFigures | null {
  if (prices.length === 0) return null
  const sorted = prices.toSorted((one, other) => one - other)
  const at = (share: number): number => {
    const place = share * (sorted.length - 1)
    const below = sorted[Math.floor(place)] ?? 0
    const above = sorted[Math.ceil(place)] ?? below
    return below + (above - below) * (place - Math.floor(place))
  }
  return { least: at(0), lower: at(0.25), median: at(0.5), upper: at(0.75), greatest: at(1) }
}

/** A bar of the histogram: prices from `from` up to, but without, `to`. */
export interface PriceBin {
  readonly from: number
  readonly to: number
  readonly count: number
}

/** Equal bins at round sums; one for all prices if they are equal. */
export function priceBins(prices: readonly number[], most = 16): readonly PriceBin[] {
  if (prices.length === 0) return []
  const { ticks } = moneyAxis(prices, most)
  const step = (ticks[1] ?? 0) - (ticks[0] ?? 0)
  if (step <= 0) return [{ from: Math.min(...prices), to: Math.max(...prices) + 1, count: prices.length }]
  const first = Math.floor(Math.min(...prices) / step)
  const last = Math.floor(Math.max(...prices) / step)
  return Array.from({ length: last - first + 1 }, (_, at) => {
    const from = (first + at) * step
    return {
      from,
      to: from + step,
      count: prices.filter((price) => price >= from && price < from + step).length,
    }
  })
}

/** The axis that the bins lie on. */
export const binsAxis = (bins: readonly PriceBin[]): MoneyAxis => {
  const from = bins[0]?.from ?? 0
  const to = bins.at(-1)?.to ?? 1
  return { from, to, ticks: moneyAxis([from, to], 4).ticks }
}
