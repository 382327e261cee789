import type { IsApart } from './alike-keys.ts'
import type { Car } from './decisions.ts'
import { Grouped } from './grouped.ts'
import type { LinkFact, Vehicle } from './stock-facts.ts'
import { isWhole, trimName } from './vehicle-marks.ts'

/**
 * The links that new keys take over, by new key: a car left, and another of the same trim came. Pairs are made in the order of
 * the keys, those of one spelling first, so that the order of the file changes nothing.
 * @param missing links with an advert that is there and no row that isn't settled
 */
export function takeOvers(
  cars: readonly Car[],
  missing: readonly LinkFact[],
  isApart: IsApart,
): Map<string, LinkFact> {
  const free = linksByTrim(missing)
  const taken = new Map<string, LinkFact>()
  const sorted = cars.toSorted((left, right) => compare(left.key?.key, right.key?.key))
  for (const markOf of [spellingMark, trimMark])
    for (const { key, vehicle } of sorted) {
      if (!key || !vehicle || taken.has(key.key)) continue
      const link = firstOf(
        free.of(markOf({ vehicle, fold: key.fold })),
        ({ key: other }) => !isApart(key.key, other),
      )
      if (link) take(key.key, link)
    }
  return taken

  function take(key: string, link: LinkFact): void {
    taken.set(key, link)
    for (const mark of marksOfLink(link)) free.remove(mark, link)
  }
}

function linksByTrim(missing: readonly LinkFact[]): Grouped<LinkFact> {
  const links = new Grouped<LinkFact>()
  for (const link of missing.toSorted((left, right) => compare(left.key, right.key)))
    for (const mark of marksOfLink(link)) links.add(mark, link)
  return links
}

interface SpeltVehicle {
  readonly vehicle: Vehicle
  readonly fold: string
}

const trimMark = ({ vehicle }: SpeltVehicle): string => trimName(vehicle)
const spellingMark = ({ vehicle, fold }: SpeltVehicle): string => `${trimName(vehicle)} ${fold}`

const marksOfLink = ({ vehicle, fold }: LinkFact): string[] =>
  vehicle && isWhole(vehicle) ? [trimMark({ vehicle, fold }), spellingMark({ vehicle, fold })] : []

const compare = (left = '', right = ''): number => (left < right ? -1 : left > right ? 1 : 0)

function firstOf<Value>(values: Iterable<Value>, fits: (value: Value) => boolean): Value | undefined {
  for (const value of values) if (fits(value)) return value
  return undefined
}
