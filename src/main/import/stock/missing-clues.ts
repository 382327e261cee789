import type { MissingClues } from '#shared/stock/stock-check.ts'
import type { Car, MissingCar } from './decisions.ts'
import type { ClueFacts, StockFacts } from './stock-facts.ts'

/** Number of makes and numbers that are named; more of them say nothing. */
const most = 3

/**
 * Common traits of the missing cars: they help to distinguish an incomplete file from sold cars. Adverts that are gone
 * don't count, as for the brake.
 */
export function missingClues(
  missing: readonly MissingCar[],
  cars: readonly Car[],
  { links }: Pick<StockFacts, 'links'>,
  { makes, ordered }: ClueFacts,
): MissingClues {
  const linkOf = new Map(links.map((link) => [link.key, link]))
  const found = missing.filter(({ key }) => linkOf.get(key)?.gone === false)
  const lost = countsOf(found.map(({ key }) => linkOf.get(key)?.vehicle?.[0] ?? 0))
  const here = countsOf(
    cars.map(({ vehicle, key }) => (vehicle ?? linkOf.get(key?.key ?? '')?.vehicle)?.[0] ?? 0),
  )
  const wanted = found.filter(({ autoId }) => ordered.has(autoId)).map(({ key }) => key)
  return {
    count: found.length,
    makes: [...lost]
      .flatMap(([id, count]) => {
        const make = makes.get(id)
        return make === undefined ? [] : [{ make, count, inFile: here.get(id) ?? 0 }]
      })
      .toSorted((one, other) => other.count - one.count || one.make.localeCompare(other.make))
      .slice(0, most),
    ordered: { count: wanted.length, keys: wanted.slice(0, most) },
  }
}

function countsOf(ids: readonly number[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}
