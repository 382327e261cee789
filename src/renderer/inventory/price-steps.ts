/** A price at a moment in epoch milliseconds; all in one currency. */
export interface PricePoint {
  readonly at: number
  readonly price: number
}

/** The places of the prices in a chart of that size, the newest on the right; equal prices are in the middle. */
export function placePrices(
  points: readonly PricePoint[],
  width: number,
  height: number,
): readonly { readonly x: number; readonly y: number }[] {
  const first = points[0]?.at ?? 0
  const span = (points.at(-1)?.at ?? 0) - first
  const prices = points.map(({ price }) => price)
  const least = Math.min(...prices)
  const range = Math.max(...prices) - least
  return points.map(({ at, price }) => ({
    x: span === 0 ? width / 2 : ((at - first) / span) * width,
    y: range === 0 ? height / 2 : height - ((price - least) / range) * height,
  }))
}

/** A line in steps: a price holds until it is changed. */
export function stepPath(
  places: readonly { readonly x: number; readonly y: number }[],
  width: number,
): string {
  const steps = places.map(({ x, y }, index) => (index === 0 ? `M${x} ${y}` : `H${x}V${y}`))
  return steps.length === 0 ? '' : `${steps.join('')}H${width}`
}
