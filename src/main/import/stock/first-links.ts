import { type CurrencyId, currencyIds } from '#shared/batch/currency.ts'
import type { CandidateReason } from '#shared/stock/stock-actions.ts'
import { Grouped, type IsApart, isModelKnown, isWhole, modelName, trimName } from './alike-keys.ts'
import type { Candidate, Car } from './decisions.ts'
import { advertName, type HeldFact, type UnlinkedAdvert, type Vehicle } from './stock-facts.ts'

/** A question names no more: the adverts of the same trim or price, then the nearest by price. */
const mostCandidates = 10

/**
 * The own live adverts that have no link. A new car of the make and model of one may be its car: a person made it
 * before the first file, or the journal lost the link.
 */
export class FirstLinks {
  readonly #byId: ReadonlyMap<number, UnlinkedAdvert>
  readonly #adverts = new Grouped<UnlinkedAdvert>()
  readonly #prices = new Map<string, SortedPrices>()
  /** Number of cars that an advert of a mark may be. */
  readonly #cars = new Map<string, number>()
  readonly #isApart: IsApart
  /** Models of creates that are not settled: an advert that a doubt may have made is surely no other car's. */
  readonly #doubted: ReadonlySet<string>

  /**
   * @param cars all that may be created: an advert that two of them fit is certainly neither's
   * @param held keys with a row that isn't settled
   */
  constructor(
    unlinked: readonly UnlinkedAdvert[],
    cars: readonly Car[],
    isApart: IsApart,
    held: readonly HeldFact[] = [],
  ) {
    this.#isApart = isApart
    this.#doubted = new Set(held.flatMap(({ vehicle }) => (vehicle ? [modelName(vehicle)] : [])))
    this.#byId = new Map(unlinked.map((advert) => [advert.autoId, advert]))
    for (const advert of unlinked.toSorted((left, right) => left.autoId - right.autoId))
      for (const mark of advertMarks(advert)) this.#adverts.add(mark, advert)
    for (const car of cars)
      for (const mark of Object.values<string | null>({ ...carMarks(car) }))
        if (mark !== null) this.#cars.set(mark, (this.#cars.get(mark) ?? 0) + 1)
  }

  /** The adverts that may be the car's own, the surest first; none if a person answered about each of them. */
  candidates(car: Car): Candidate[] {
    const marks = carMarks(car)
    const found = new Set<UnlinkedAdvert>()
    for (const advert of this.#nearest(car, marks)) {
      if (!this.#isApart(car.key?.key ?? '', advertName(advert.autoId))) found.add(advert)
      if (found.size === mostCandidates) break
    }
    return [...found].map((advert) => this.#graded(car, marks, advert)).toSorted(surestFirst)
  }

  /** The advert that the file names, and those of the car's make and model; some of them twice. */
  *#nearest(car: Car, { model, trim, price }: CarMarks): Iterable<UnlinkedAdvert> {
    const named = this.#byId.get(car.autoId ?? 0)
    if (named) yield named
    if (trim !== null) yield* this.#adverts.of(trim)
    if (price !== null) yield* nearest(this.#pricesOf(model, car), car.price ?? 0)
    yield* this.#adverts.of(model)
  }

  #pricesOf(model: string, { currency }: Car): SortedPrices {
    const name = `${model} ${String(currency)}`
    const known = this.#prices.get(name)
    const prices = known ?? sortedPrices(this.#adverts.of(model), currency ?? 1)
    if (!known) this.#prices.set(name, prices)
    return prices
  }

  #graded(car: Car, marks: CarMarks, advert: UnlinkedAdvert): Candidate {
    const why = reasonsFor(car, advert)
    const grade = this.#gradeOf(marks, why)
    return {
      autoId: advert.autoId,
      grade: grade === 'likely' && this.#mayBeDoubts(advert) ? 'possible' : grade,
      why,
    }
  }

  /** The trim is known of adverts alone whose create is settled. */
  #mayBeDoubts({ makeId, modelId, trim }: UnlinkedAdvert): boolean {
    return trim === null && this.#doubted.has(modelName([makeId, modelId, 0, 0]))
  }

  #gradeOf({ trim, price }: CarMarks, why: readonly CandidateReason[]): Candidate['grade'] {
    const has = (reason: CandidateReason): boolean => why.includes(reason)
    if (has('id-column') && has('same-model')) return 'certain'
    if (has('same-trim') && this.#isOneToOne(trim)) return 'certain'
    return has('same-price') && !has('other-trim') && this.#isOneToOne(price) ? 'likely' : 'possible'
  }

  #isOneToOne(mark: string | null): boolean {
    return mark !== null && this.#cars.get(mark) === 1 && this.#adverts.of(mark).size === 1
  }
}

const grades = { certain: 0, likely: 1, possible: 2 } as const

/** Those that are equally sure stay in the order in which they were found. */
const surestFirst = (left: Candidate, right: Candidate): number =>
  grades[left.grade] - grades[right.grade] || right.why.length - left.why.length

/** Prices are near each other within so many percent. */
const nearPercent = 10

/** Reasons for and against an advert's being a car's own. */
function reasonsFor(car: Car, advert: UnlinkedAdvert): CandidateReason[] {
  const { vehicle, year } = car
  const reasons: (CandidateReason | false)[] = [
    car.autoId === advert.autoId && 'id-column',
    trimReason(vehicle, advert),
    priceReason(car, advert),
    year !== null && year === advert.year && 'same-year',
    isOfModel(vehicle, advert) && 'same-model',
  ]
  return reasons.filter((reason) => reason !== false)
}

const isOfModel = (vehicle: Vehicle | null, { makeId, modelId }: UnlinkedAdvert): boolean =>
  vehicle?.[0] === makeId && vehicle[1] === modelId

/** Only an own create knows the modification and equipment of an advert: no read shows them. */
function trimReason(vehicle: Vehicle | null, advert: UnlinkedAdvert): CandidateReason | false {
  if (!advert.trim || !vehicle || !isWhole(vehicle)) return false
  return trimName(vehicle) === trimName(vehicleOf(advert)) ? 'same-trim' : 'other-trim'
}

function priceReason({ price, currency }: Car, { prices }: UnlinkedAdvert): CandidateReason | false {
  const shown = currency === null ? undefined : prices[currency]
  if (price === null || shown === undefined) return false
  if (Math.round(shown) === Math.round(price)) return 'same-price'
  return Math.abs(shown - price) * 100 <= price * nearPercent && 'near-price'
}

/** Under what an advert is found: its make and model, its trim, each of its prices. */
function advertMarks(advert: UnlinkedAdvert): string[] {
  const vehicle = vehicleOf(advert)
  const ofPrice = currencyIds.flatMap((currency) => {
    const price = advert.prices[currency]
    return price === undefined ? [] : [priceMark(vehicle, price, currency)]
  })
  return ['any', modelMark(vehicle), ...(advert.trim ? [trimMark(vehicle)] : []), ...ofPrice]
}

const vehicleOf = ({ makeId, modelId, trim }: UnlinkedAdvert): Vehicle => [
  makeId,
  modelId,
  trim?.[0] ?? 0,
  trim?.[1] ?? 0,
]

/** The marks of the adverts that may be a car's own, from the widest group to the narrowest. */
interface CarMarks {
  readonly model: string
  readonly trim: string | null
  readonly price: string | null
}

function carMarks({ vehicle, price, currency }: Car): CarMarks {
  if (!vehicle || !isModelKnown(vehicle)) return { model: 'any', trim: null, price: null }
  return {
    model: modelMark(vehicle),
    trim: isWhole(vehicle) ? trimMark(vehicle) : null,
    price: price === null || currency === null ? null : priceMark(vehicle, price, currency),
  }
}

const modelMark = (vehicle: Vehicle): string => `model ${modelName(vehicle)}`
const trimMark = (vehicle: Vehicle): string => `trim ${trimName(vehicle)}`
const priceMark = (vehicle: Vehicle, price: number, currency: number): string =>
  `price ${modelName(vehicle)} ${String(currency)} ${String(Math.round(price))}`

/** Adverts in the order of their prices in one currency; those without such a price are left out. */
type SortedPrices = readonly (readonly [price: number, advert: UnlinkedAdvert])[]

const sortedPrices = (adverts: Iterable<UnlinkedAdvert>, currency: CurrencyId): SortedPrices =>
  [...adverts]
    .flatMap((advert) => {
      const price = advert.prices[currency]
      return price === undefined ? [] : [[price, advert] as const]
    })
    .toSorted(([left], [right]) => left - right)

/** The nearest to a price, the first of them first: as many as a question names. */
function nearest(sorted: SortedPrices, price: number): UnlinkedAdvert[] {
  const above = sorted.filter(([each]) => each < price).length
  return sorted
    .slice(Math.max(0, above - mostCandidates), above + mostCandidates)
    .toSorted(([left], [right]) => Math.abs(left - price) - Math.abs(right - price))
    .map(([, advert]) => advert)
}
