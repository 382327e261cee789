import type { Figure } from './figure.ts'
import { fill, openCache } from './inventory/cache.ts'
import { timed } from './inventory/figures.ts'
import { firstSyncFigures } from './inventory/first-sync.ts'
import { listFigures } from './inventory/lists.ts'
import { writeFigures } from './inventory/writes.ts'

export const name = 'Inventory: the cache as the window asks it, and the first reading'

const sizes = [1_000, 10_000, 100_000, 200_000]
/** More than this above the growth of the stock is more than linear; less is the machine's. */
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

/** What took more than twice as long for twice the stock. */
function growth(before: readonly Figure[], after: readonly Figure[], factor: number): Figure[] {
  const nameOf = ({ name: full }: Figure): string => full.slice(full.indexOf(':') + 2)
  return after.flatMap((figure, at) => {
    const ratio = figure.value / (before[at]?.value ?? Number.NaN)
    if (figure.unit !== 'ms' || ratio <= factor * tolerance) return []
    return [{ name: `more than linear: ${nameOf(figure)}`, value: ratio, unit: `× for ${factor} ×` }]
  })
}

/** Figures of the inventory at growing sizes; the goals are those of 100,000 adverts. */
export async function run(): Promise<Figure[]> {
  const bySize: Figure[][] = []
  for (const size of sizes) bySize.push(await figuresAt(size))
  return [
    ...bySize.flat(),
    ...growth(bySize.at(-2) ?? [], bySize.at(-1) ?? [], 2),
    ...(await firstSyncFigures()),
  ]
}
