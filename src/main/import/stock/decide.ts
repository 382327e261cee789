import { answersOf } from './alike-keys.ts'
import { brakeOf } from './brakes.ts'
import { type Car, type Decisions, type MissingCar, type Verdict, verdict } from './decisions.ts'
import { Doubts } from './doubts.ts'
import { FirstLinks } from './first-links.ts'
import { knownStock, type KnownStock } from './known-stock.ts'
import { isOver, linkedVerdict } from './linked-car.ts'
import { endingKeys, lackingKeys, missingCars } from './missing-cars.ts'
import { newCarVerdicts } from './new-cars.ts'
import { rowErrors } from './row-errors.ts'
import type { StockFacts } from './stock-facts.ts'

/**
 * What is done about each car of a stock file and about each that it lacks. Nothing is read and nothing changed; the order of the
 * cars doesn't matter. Time and memory grow with the cars and links, never with their product.
 */
export function decide(cars: readonly Car[], facts: StockFacts): Decisions {
  const known = knownStock(cars, facts)
  const isApart = answersOf(facts)
  const { verdicts, created } = firstVerdicts(cars, known)
  const isUnclear = cars.some((car) => isUnclearRow(car, verdicts.get(car.line), known))
  const firstLinks = new FirstLinks(facts.unlinked, created, isApart, facts.held)
  const context = { facts, known, firstLinks, isApart, isUnclear }
  for (const [line, found] of newCarVerdicts(created, cars, context)) verdicts.set(line, found)
  const doubts = new Doubts(cars, verdicts, known, isApart, isUnclear)
  const missing = missingCars(known, facts, doubts)
  return {
    verdicts,
    missing,
    brake: brakeOf(countsOf(cars, missing, facts), facts),
    present: [...known.present],
    lacking: lackingKeys(known, isUnclear),
    isUnclear,
    silent: [...new Set(known.missing.flatMap(({ silentSource }) => silentSource ?? []))],
    ending: endingKeys(known, facts, doubts),
  }
}

/** What each row is by itself and by its key; the cars that have no advert are decided together. */
function firstVerdicts(
  cars: readonly Car[],
  known: KnownStock,
): { readonly verdicts: Map<number, Verdict>; readonly created: readonly Car[] } {
  const verdicts = rowErrors(cars)
  const created: Car[] = []
  for (const car of cars) {
    if (verdicts.has(car.line) || !car.key) continue
    const found = verdictOfKey(car, car.key.key, known)
    if (found) verdicts.set(car.line, found)
    else created.push(car)
  }
  return { verdicts, created }
}

function verdictOfKey(car: Car, key: string, { held, links, renewed }: KnownStock): Verdict | null {
  const [row, link] = [held.get(key), links.get(key)]
  const autoId = link?.state === 'live' ? link.autoId : null
  if (row) return verdict('waiting', row.why, { autoId })
  return link && !isOver(link) ? linkedVerdict(car, link, renewed.has(key)) : null
}

/**
 * A row that may be any missing car: it has no key, or an error and no advert, or other rows may be inside it. Of one that was
 * left out the vehicle may be known.
 */
function isUnclearRow(
  { key, isValid, holdsRows, vehicle }: Car,
  found: Verdict | undefined,
  known: KnownStock,
): boolean {
  if (!key || holdsRows) return true
  if (found?.action !== 'error' || known.links.get(key.key)?.state === 'live') return false
  return found.reason !== 'left-out' || !isValid || !vehicle
}

/** Adverts that are gone count on neither side: nothing is withdrawn with them. */
function countsOf(cars: readonly Car[], missing: readonly MissingCar[], { links }: StockFacts) {
  const isThere = new Set(
    links.filter(({ state, ofSource, gone }) => state === 'live' && ofSource && !gone).map(({ key }) => key),
  )
  return {
    rows: cars.length,
    holdsRows: cars.some((car) => car.holdsRows),
    links: isThere.size,
    missing: missing.filter(({ key }) => isThere.has(key)).length,
  }
}
