import type { Car } from './decisions.ts'
import type { KeyedVehicle, StockFacts } from './stock-facts.ts'

/** Facts of the keys of a file and of its source, each found in one step. */
export type KnownStock = Readonly<ReturnType<typeof knownStock>>

export function knownStock(cars: readonly Car[], facts: StockFacts) {
  const present = new Set(cars.flatMap(({ key }) => (key ? [key.key] : [])))
  const absent = facts.links.filter(
    ({ key, ofSource, isElsewhere }) => ofSource && !isElsewhere && !present.has(key),
  )
  return {
    links: new Map(facts.links.map((link) => [link.key, link])),
    held: new Map(facts.held.map((held) => [held.key, held])),
    /** Keys that the file has, be it in a row with an error. */
    present,
    renewed: new Set(facts.renewed),
    /** Keys without an advert that the newest files of other sources have, and this one doesn't. */
    elsewhere: facts.elsewhere.filter(({ key }) => !present.has(key)),
    /** Live links of the source that neither the file nor the newest one of another source has. */
    missing: absent.filter(({ state }) => state === 'live'),
    /** Keys of the source that the file lacks, whose link a person ended. */
    left: absent.filter(({ endedBy }) => endedBy === 'person'),
  }
}

/** A car as its key is compared with others; what the file doesn't say of its vehicle, its link may know. */
export const keyedVehicle = ({ key, vehicle }: Car, { links }: KnownStock): KeyedVehicle => ({
  key: key?.key ?? '',
  fold: key?.fold ?? '',
  vehicle: vehicle ?? links.get(key?.key ?? '')?.vehicle ?? null,
})
