import type { Figure } from './figure.ts'
import { fill, openCache } from './inventory/cache.ts'
import { timed } from './inventory/figures.ts'
import { firstSyncFigures } from './inventory/first-sync.ts'
import { listFigures } from './inventory/lists.ts'
import { writeFigures } from './inventory/writes.ts'

export const name = 'Inventory: the cache as the window asks it, and the first reading'

const sizes = [1_000, 10_000, 100_000, 300_000]
/** A growth from the third size to the fourth that is more than the stock's and not the machine's noise. */
const tolerance = 1.3

async function figuresAt(adverts: number): Promise<Figure[]> {
  const cache = openCache()
  const size = adverts.toLocaleString('en')
  const filling = timed(() => fill(cache, adverts))
  const figures = [
    { name: `${size}: saved`, value: (adverts / filling) * 1_000, unit: 'a second' },
    ...listFigures(cache, size),
    ...(await writeFigures(cache, size)),
  ]
  cache.close()
  return figures
}

/**
 * How each of the figures grows with the stock, as the exponent of a power fitted to all sizes: 0 doesn't grow, 1 grows as
 * the stock does. Small stocks cost what a call costs, so the last step has a figure of its own where it is more than linear.
 */
function growth(bySize: readonly (readonly Figure[])[]): Figure[] {
  const nameOf = ({ name: full }: Figure): string => full.slice(full.indexOf(':') + 2)
  return (bySize[0] ?? []).flatMap((figure, at) => {
    if (figure.unit !== 'ms') return []
    const values = bySize.map((figures) => figures[at]?.value ?? Number.NaN)
    const fitted = { name: `grows: ${nameOf(figure)}`, value: exponent(sizes, values), unit: 'power' }
    const [before = Number.NaN, after = Number.NaN] = values.slice(-2)
    const step = { name: `more than linear: ${nameOf(figure)}`, value: after / before, unit: '× for 3 ×' }
    return step.value > 3 * tolerance ? [fitted, step] : [fitted]
  })
}

/** The slope of a line through the logarithms, by least squares. */
function exponent(stocks: readonly number[], values: readonly number[]): number {
  const points = stocks.flatMap((stock, at) => {
    const value = values[at] ?? 0
    // Processor time of a small stock may be too little to be counted.
    return value > 0 ? [[Math.log(stock), Math.log(value)] as const] : []
  })
  const mean = (of: (point: readonly [number, number]) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const x = mean(([stock]) => stock)
  const y = mean(([, value]) => value)
  return mean(([stock, value]) => (stock - x) * (value - y)) / mean(([stock]) => (stock - x) ** 2)
}

/** Figures of the inventory at growing sizes; the goals are those of 100,000 adverts. */
export async function run(): Promise<Figure[]> {
  const bySize: Figure[][] = []
  for (const size of sizes) bySize.push(await figuresAt(size))
  return [...bySize.flat(), ...growth(bySize), ...(await firstSyncFigures())]
}
