import type { IsApart } from './alike-keys.ts'
import { type Car, type Verdict, verdict } from './decisions.ts'
import type { FirstLinks } from './first-links.ts'
import { keyedVehicle, type KnownStock } from './known-stock.ts'
import { overQuestion } from './linked-car.ts'
import { otherKeys } from './other-keys.ts'
import { isSecondFile } from './second-file.ts'
import type { LinkFact, StockFacts } from './stock-facts.ts'
import { takeOvers } from './take-overs.ts'

/** What new keys are decided by, beside each of them. */
export interface NewCarsContext {
  readonly facts: StockFacts
  readonly known: KnownStock
  readonly firstLinks: FirstLinks
  readonly isApart: IsApart
  /** Rows may be missing cars: nothing surely left the file. */
  readonly isUnclear: boolean
}

/**
 * Whether each car without an advert is created, or why it is asked about: its key may be another number or spelling of one
 * that has an advert, an advert without a link may be its own, or it has no price.
 * @param created those of the cars that have no advert
 * @param cars all of the file
 */
export function newCarVerdicts(
  created: readonly Car[],
  cars: readonly Car[],
  context: NewCarsContext,
): Map<number, Verdict> {
  const { facts, known, firstLinks } = context
  const { taken, others } = takenAndOthers(created, cars, context)
  return new Map(
    created.map((car) => [
      car.line,
      keyQuestion(car) ??
        (car.soldOut
          ? soldOutVerdict(car)
          : (advertQuestion(car) ?? recoveredQuestion(car) ?? createVerdict(car))),
    ]),
  )

  function keyQuestion(car: Car): Verdict | null {
    const keyed = keyedVehicle(car, known)
    if (known.renewed.has(keyed.key)) return null
    const spelt = others.ofSpelling(keyed)
    if (spelt !== null) return verdict('asked', 'spelt-alike', { other: spelt })
    const left = taken.get(keyed.key)
    if (left) return takeOverVerdict(left, facts)
    const renumbered = facts.sameTrim === 'new' ? null : others.ofVehicle(keyed)
    return renumbered === null ? null : verdict('asked', 'renumbered', { other: renumbered })
  }

  /** An advert that is surely the car's is asked about: it has to be put out of stock. */
  function soldOutVerdict(car: Car): Verdict {
    const candidates = firstLinks.candidates(car).filter(({ grade }) => grade !== 'possible')
    return candidates.length > 0
      ? verdict('asked', 'unlinked-advert', { candidates })
      : verdict('kept', 'not-in-stock')
  }

  /** After a recovery it is not known which keys have adverts, and none can be seen. */
  function recoveredQuestion(car: Car): Verdict | null {
    const key = car.key?.key ?? ''
    const mayBeMade = facts.mayBeMade === 'all' || facts.mayBeMade.has(key)
    return mayBeMade && !known.renewed.has(key) ? verdict('asked', 'recovered') : null
  }

  function advertQuestion(car: Car): Verdict | null {
    const key = car.key?.key ?? ''
    const link = known.renewed.has(key) ? undefined : known.links.get(key)
    const candidates = firstLinks.candidates(car)
    const over = link ? overQuestion(link) : null
    if (over) return { ...over, candidates }
    return candidates.length > 0 ? verdict('asked', 'unlinked-advert', { candidates }) : null
  }
}

/** What new keys take over, and the other keys beside that. A key that may be another spelling is asked about, and takes nothing. */
function takenAndOthers(created: readonly Car[], cars: readonly Car[], context: NewCarsContext) {
  const { facts, known, isApart } = context
  for (let takers = created; ;) {
    const taken = takenLinks(takers, context)
    const others = otherKeys(cars, known, new Set(taken.values()), facts.sameTrim === 'ask', isApart)
    const isAsked = (car: Car): boolean =>
      taken.has(car.key?.key ?? '') && others.ofSpelling(keyedVehicle(car, known)) !== null
    const left = takers.filter((car) => !isAsked(car))
    if (left.length === takers.length) return { taken, others }
    takers = left
  }
}

const hasQuestion = (link: LinkFact | undefined): boolean => !!link && overQuestion(link) !== null

/** The advert that leaves its car has to be as surely free as one that is deleted. */
function takeOverVerdict(left: LinkFact, facts: StockFacts): Verdict {
  const about = { autoId: left.autoId, other: left.key }
  return isSecondFile(left, facts)
    ? verdict('edit', 'take-over', about)
    : verdict('waiting', 'first-file', about)
}

/** Only what surely left the file can be taken over, and no advert that a row is on its way to. */
function takenLinks(
  created: readonly Car[],
  { facts, known, isApart, isUnclear }: NewCarsContext,
): ReturnType<typeof takeOvers> {
  if (facts.sameTrim !== 'take-over' || isUnclear) return new Map()
  const free = known.missing.filter(({ key, gone }) => !gone && !known.held.has(key))
  return takeOvers(
    created.filter(
      ({ key, soldOut }) =>
        key && !soldOut && !known.renewed.has(key.key) && !hasQuestion(known.links.get(key.key)),
    ),
    free,
    isApart,
  )
}

const createVerdict = ({ price }: Car): Verdict =>
  price === null ? verdict('asked', 'no-price') : verdict('create')
