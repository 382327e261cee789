import type { CurrencyId } from '#shared/batch/currency.ts'
import type { CheckedRow } from '../check/checked-row.ts'
import type { RowPlan } from '../check/row-plan.ts'
import { yearIn } from '../columns/car-columns.ts'
import type { Compare, ModelPrice } from './compare.ts'
import type { RowOfDraft } from '../draft/draft-row.ts'
import { type Finding, finding } from '../../writes/finding.ts'

/** Prices in a currency for one dollar, roughly: a price that is asked about is three times another one. */
const rough: Readonly<Record<CurrencyId, number>> = { 1: 1, 2: 0.9, 3: 42 }

/** Rates of currencies, as own adverts show them with their prices. */
class Rates {
  readonly #perDollar: Record<CurrencyId, number> = { ...rough }

  learn({ usd, eur, uah }: ModelPrice): void {
    if (!usd) return
    if (eur) this.#perDollar[2] = eur / usd
    if (uah) this.#perDollar[3] = uah / usd
  }

  dollars(price: number, currency: CurrencyId): number {
    return price / this.#perDollar[currency]
  }

  of(dollars: number, currency: CurrencyId): number {
    return dollars * this.#perDollar[currency]
  }

  /** The price of an advert in dollars; null if it shows none. */
  dollarsOf({ usd, eur, uah }: ModelPrice): number | null {
    if (usd) return usd
    if (eur) return this.dollars(eur, 2)
    return uah ? this.dollars(uah, 3) : null
  }
}

/** A price that is more than so many times that of most others, or a part of it as small, is asked about. */
const mostTimes = 3

/** Adverts of that many years before the latest one are of new cars. */
const yearsOfNew = 2

/** The price of a new car in a row. */
interface PricedCar {
  readonly row: RowOfDraft
  readonly year: number | null
  readonly price: number
  readonly currency: CurrencyId
}

/** Prices that a new car is compared with: of the other rows of its model in dollars, and of own adverts. */
interface ModelPrices {
  readonly cars: readonly PricedCar[]
  readonly adverts: readonly ModelPrice[]
  /** Sorted, by the year. */
  readonly sorted: Map<number | null, readonly number[]>
  /** Price of the adverts if that of no row is near: a list may be wrong as a whole; else null. */
  readonly apartFrom: number | null
}

/**
 * Finds new cars with impossible prices: far from those of own adverts and of other rows of the model and year. Without
 * such, those that stand for a price that isn't known yet.
 */
export class UsualPrices {
  readonly #asked = new Set<number>()
  readonly #adverts = new Map<string, ModelPrice[]>()
  readonly #rates = new Rates()
  /** The latest year of an advert. */
  #newest = 0

  /** Asks once for each model of new cars what its adverts cost. */
  learn(rows: readonly CheckedRow[], compare: Compare | null): void {
    if (!compare) return
    const open = new Set<number>()
    for (const row of rows) {
      const id = isPricedCar(row) ? Number(row.payload.model_id) : null
      if (id !== null && !this.#asked.has(id)) open.add(id)
    }
    if (open.size === 0) return
    for (const advert of compare.prices([...open])) {
      this.#rates.learn(advert)
      this.#newest = Math.max(this.#newest, advert.year ?? 0)
      const key = keyOf(advert.makeId, advert.modelId)
      const known = this.#adverts.get(key)
      if (known) known.push(advert)
      else this.#adverts.set(key, [advert])
    }
    for (const id of open) this.#asked.add(id)
  }

  /** Adds a warning to each row whose price is unusual, if nothing else keeps it from being sent. */
  warn(rows: readonly RowOfDraft[], plan: RowPlan): void {
    const priced = rows.filter(({ checked, isValid }) => isPricedCar(checked) && isValid)
    for (const [key, ofModel] of Map.groupBy(priced, ({ checked: { payload } }) =>
      keyOf(payload.marka_id, payload.model_id),
    )) {
      const cars = ofModel.map((row) => pricedCar(row, plan))
      const adverts = this.#adverts.get(key) ?? []
      const model = { cars, adverts, sorted: new Map(), apartFrom: this.#apartFrom(cars, adverts) }
      for (const car of cars) {
        const found = this.#findingOf(car, model)
        if (found && !car.row.isUnchanged) car.row.byOthers = [...car.row.byOthers, found]
      }
    }
    if (priced.length > 0) warnOfNone(rows)
  }

  #apartFrom(cars: readonly PricedCar[], adverts: readonly ModelPrice[]): number | null {
    const sorted = this.#pricesOfAdverts(adverts, null).toSorted((one, other) => one - other)
    const isNear = ({ price, currency }: PricedCar): boolean =>
      nearOnes(sorted, this.#rates.dollars(price, currency)) > 0
    return cars.some(isNear) ? null : (sorted[sorted.length >> 1] ?? null)
  }

  #findingOf(car: PricedCar, model: ModelPrices): Finding | null {
    const { price, currency } = car
    const unusual = (usual: number): Finding => {
      const shown = roundedPrice(this.#rates.of(usual, currency))
      return finding('price', 'price-unusual', String(price), { currency, usual: shown })
    }
    if (model.apartFrom !== null) return unusual(model.apartFrom)
    const own = this.#rates.dollars(price, currency)
    // One that stands for no price is not among the sorted ones.
    const self = isPlaceholder(price, own) ? 0 : 1
    const ofYear = this.#pricesOf(model, car.year)
    const sorted = ofYear.length > self ? ofYear : this.#pricesOf(model, null)
    const others = sorted.length - self
    if (others === 0)
      return self === 0 ? finding('price', 'price-unusual', String(price), { currency }) : null
    if ((nearOnes(sorted, own) - self) * 2 >= others) return null
    const middle = Math.floor(others / 2)
    return unusual(sorted[self === 1 && middle >= placeOf(sorted, own) ? middle + 1 : middle] ?? own)
  }

  /**
   * Prices of cars of the model, sorted: those of the year, or if it is null, of all rows and the adverts of new cars.
   */
  #pricesOf(model: ModelPrices, year: number | null): readonly number[] {
    const sorted = model.sorted.get(year) ?? this.#sortedPrices(model, year)
    model.sorted.set(year, sorted)
    return sorted
  }

  #sortedPrices({ cars, adverts }: ModelPrices, year: number | null): readonly number[] {
    const ofRows = cars.filter(isOfYear(year)).flatMap(({ price, currency }) => {
      const dollars = this.#rates.dollars(price, currency)
      // A price that is none says nothing of the others.
      return isPlaceholder(price, dollars) ? [] : [dollars]
    })
    return [...ofRows, ...this.#pricesOfAdverts(adverts, year)].toSorted((one, other) => one - other)
  }

  #pricesOfAdverts(adverts: readonly ModelPrice[], year: number | null): number[] {
    const since = year ?? this.#newest - yearsOfNew
    return adverts
      .filter((each) => isOfYear(year)(each) && (each.year ?? since) >= since)
      .flatMap((advert) => this.#rates.dollarsOf(advert) ?? [])
  }
}

/** In a file with prices, a new car without one was forgotten. */
function warnOfNone(rows: readonly RowOfDraft[]): void {
  for (const row of rows)
    if (row.checked.operation === 'create' && row.checked.payload.price === undefined && row.isSent)
      row.byOthers = [...row.byOthers, finding('price', 'price-unusual')]
}

/** The model, by the ids of a row or of an advert. */
const keyOf = (makeId: Id, modelId: Id): string => `${String(makeId)} ${String(modelId)}`
type Id = string | number | null | undefined

/** True for what is of a year, or of one that isn't known. */
const isOfYear =
  (year: number | null) =>
  (each: { readonly year: number | null }): boolean =>
    year === null || each.year === null || each.year === year

/** Number of the sorted prices that are not far from this one. */
const nearOnes = (sorted: readonly number[], price: number): number =>
  placeOf(sorted, price * mostTimes, true) - placeOf(sorted, price / mostTimes)

/** Number of the sorted prices below this one, or not above it. */
function placeOf(sorted: readonly number[], price: number, orEqual = false): number {
  let from = 0
  let to = sorted.length
  while (from < to) {
    const middle = (from + to) >> 1
    const at = sorted[middle] ?? 0
    if (at < price || (orEqual && at === price)) from = middle + 1
    else to = middle
  }
  return from
}

/** To two digits: it is about a usual price. */
function roundedPrice(price: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(price)) - 1)
  return Math.round(price / step) * step
}

/** True if a row creates an advert with a price. */
const isPricedCar = ({ operation, payload: { price, currency_id: currency } }: CheckedRow): boolean =>
  operation === 'create' && typeof price === 'number' && (currency === 1 || currency === 2 || currency === 3)

function pricedCar(row: RowOfDraft, { yearIndex }: RowPlan): PricedCar {
  const { payload, record } = row.checked
  const year = yearIndex < 0 ? null : yearIn(record.text(yearIndex))
  return { row, year, price: Number(payload.price), currency: payload.currency_id as CurrencyId }
}

/** No new car costs less, or more, in dollars. */
const least = 2_000
const most = 1_000_000

/** One digit again and again, or all in their order: 999999, 11111, 123456. */
const filled = /^(?:([1-8])\1{4,}|(\d)\2{5,}|12345(?:6(?:7(?:89?)?)?)?)$/

/** True if a price stands for one that isn't known yet: no new car costs that. */
const isPlaceholder = (price: number, dollars: number): boolean =>
  dollars < least || dollars > most || filled.test(String(price))
