import type { CurrencyId } from '#shared/batch/currency.ts'
import type { FieldName } from '#shared/batch/write-fields.ts'
import { type Finding, finding } from '../../writes/finding.ts'
import { type CheckedRow, isValid } from '../check/checked-row.ts'
import type { RowPlan } from '../check/row-plan.ts'
import { yearIn } from '../columns/year-column.ts'
import type { Compare, ModelPrice } from './compare.ts'
import { isPlaceholder } from './placeholder-price.ts'
import { Rates } from './rates.ts'

/** A price that is more than so many times that of most others, or a part of it as small, is asked about. */
const mostTimes = 3

/** Adverts of that many years before the latest one are of new cars. */
const yearsOfNew = 2

/** The price of a new car in a row. */
interface PricedCar {
  readonly line: number
  readonly makeId: number
  readonly modelId: number
  readonly year: number | null
  readonly price: number
  readonly currency: CurrencyId
}

/** A finding about the row in a line. */
interface FoundPrice {
  readonly line: number
  readonly found: Finding
}

/** Prices that a new car is compared with: of the other rows of its model in dollars, and of own adverts. */
interface ModelPrices {
  readonly rows: Map<number, PricedCar>
  adverts: readonly ModelPrice[]
  /** Sorted, by the year; forgotten when a row changes. */
  readonly sorted: Map<number | null, readonly number[]>
}

/**
 * Finds new cars with prices that can't be: far from what own adverts and the other rows of the model and year cost; if there are
 * none, such as stand for a price that isn't known yet.
 */
export class UsualPrices {
  readonly #models = new Map<string, ModelPrices>()
  readonly #keys = new Map<number, string>()
  readonly #asked = new Set<number>()
  readonly #rates = new Rates()
  /** The latest year of an advert. */
  #newest = 0

  /** Models of which a row changed since it was told what is found of them. */
  readonly #changed = new Set<string>()
  /** Words of what was told of each line. */
  #told = new Map<number, string>()
  /** Cars before the work that is done whole, null for none. */
  #before: Map<number, PricedCar | null> | null = null

  /** Takes checked rows, as they are now. */
  pass(rows: readonly CheckedRow[], lines: readonly number[], plan: RowPlan): void {
    for (const [at, row] of rows.entries()) {
      const line = lines[at] ?? row.record.line
      const before = this.#put(line, pricedCar(row, line, plan))
      if (this.#before && !this.#before.has(line)) this.#before.set(line, before)
    }
  }

  /** Findings about the rows in these lines; about all, if none are given. */
  async found(compare: Compare | null, lines?: readonly number[]): Promise<FoundPrice[]> {
    if (compare) await this.#ask(compare)
    if (!lines) this.#changed.clear()
    return [...(lines ?? this.#keys.keys())].flatMap((line) => {
      const found = this.#foundOf(line)
      if (found) this.#told.set(line, wordsOf(found))
      else this.#told.delete(line)
      return found ? [{ line, found }] : []
    })
  }

  /** The rows, each with what is found of its price now. */
  async checked(
    rows: readonly CheckedRow[],
    lines: readonly number[],
    { plan, compare }: { readonly plan: RowPlan; readonly compare: Compare | null },
  ): Promise<readonly CheckedRow[]> {
    this.pass(rows, lines, plan)
    const found = new Map((await this.found(compare, lines)).map((each) => [each.line, each.found]))
    return rows.map((row, at) => {
      const unusual = found.get(lines[at] ?? row.record.line)
      return unusual ? { ...row, problems: [...row.problems, unusual] } : row
    })
  }

  /** The lines of which something else is found now, because other rows of their models changed. */
  outdated(): number[] {
    const keys = [...this.#changed]
    this.#changed.clear()
    return keys
      .flatMap((key) => [...(this.#models.get(key)?.rows.keys() ?? [])])
      .filter((line) => wordsOf(this.#foundOf(line)) !== (this.#told.get(line) ?? ''))
  }

  /** Does work after which the prices are those of the rows: if it fails, they are as they were before it. */
  async whole<Value>(work: () => Promise<Value>): Promise<Value> {
    const [before, told] = [new Map<number, PricedCar | null>(), new Map(this.#told)]
    this.#before = before
    try {
      return await work()
    } catch (error) {
      for (const [line, car] of before) this.#put(line, car)
      this.#told = told
      throw error
    } finally {
      this.#before = null
    }
  }

  /** @returns the car that the line had before */
  #put(line: number, car: PricedCar | null): PricedCar | null {
    const earlier = this.#keys.get(line) ?? ''
    const before = this.#models.get(earlier)?.rows.get(line) ?? null
    if (before) {
      this.#models.get(earlier)?.rows.delete(line)
      this.#keys.delete(line)
      this.#touch(earlier)
    }
    if (car) {
      const key = keyOf(car)
      this.#modelOf(key).rows.set(line, car)
      this.#keys.set(line, key)
      this.#touch(key)
    }
    return before
  }

  #modelOf(key: string): ModelPrices {
    const known = this.#models.get(key)
    if (known) return known
    const made: ModelPrices = { rows: new Map(), adverts: [], sorted: new Map() }
    this.#models.set(key, made)
    return made
  }

  #touch(key: string): void {
    this.#changed.add(key)
    this.#models.get(key)?.sorted.clear()
  }

  #foundOf(line: number): Finding | null {
    const model = this.#models.get(this.#keys.get(line) ?? '')
    const car = model?.rows.get(line)
    return model && car ? this.#findingOf(car, model) : null
  }

  /** Asks once for each model what its adverts cost. */
  async #ask(compare: Compare): Promise<void> {
    const models = [...this.#models.keys()].map((key) => Number(key.split(' ')[1]))
    const open = [...new Set(models)].filter((id) => !this.#asked.has(id))
    if (open.length === 0) return
    for (const id of open) this.#asked.add(id)
    const adverts = Map.groupBy(await compare.prices(open), keyOf)
    for (const each of [...adverts.values()].flat()) {
      this.#rates.learn(each)
      this.#newest = Math.max(this.#newest, each.year ?? 0)
    }
    for (const [key, each] of adverts) this.#modelOf(key).adverts = each
    for (const key of this.#models.keys()) this.#touch(key)
  }

  #findingOf(car: PricedCar, model: ModelPrices): Finding | null {
    const { price, currency } = car
    const own = this.#rates.dollars(price, currency)
    // One that stands for no price is not among the sorted ones.
    const self = isPlaceholder(price, own) ? 0 : 1
    const ofYear = this.#pricesOf(model, car.year)
    const sorted = ofYear.length > self ? ofYear : this.#pricesOf(model, null)
    const others = sorted.length - self
    if (others === 0)
      return self === 0 ? finding('price', 'price-unusual', String(price), { currency }) : null
    const near = placeOf(sorted, own * mostTimes, true) - placeOf(sorted, own / mostTimes) - self
    if (near * 2 >= others) return null
    const middle = Math.floor(others / 2)
    const usual = sorted[self === 1 && middle >= placeOf(sorted, own) ? middle + 1 : middle] ?? own
    const shown = roundedPrice(this.#rates.of(usual, currency))
    return finding('price', 'price-unusual', String(price), { currency, usual: shown })
  }

  /** The prices of cars of the model, sorted: those of the year, or if it is null, of all rows and the adverts of new cars. */
  #pricesOf(model: ModelPrices, year: number | null): readonly number[] {
    const sorted = model.sorted.get(year) ?? this.#sortedPrices(model, year)
    model.sorted.set(year, sorted)
    return sorted
  }

  #sortedPrices({ rows, adverts }: ModelPrices, year: number | null): readonly number[] {
    const isOfYear = (each: { readonly year: number | null }): boolean =>
      year === null || each.year === null || each.year === year
    const ofRows = [...rows.values()].filter(isOfYear).flatMap(({ price, currency }) => {
      const dollars = this.#rates.dollars(price, currency)
      // A price that is none says nothing of the others.
      return isPlaceholder(price, dollars) ? [] : [dollars]
    })
    const since = year ?? this.#newest - yearsOfNew
    const ofAdverts = adverts
      .filter((each) => isOfYear(each) && (each.year ?? since) >= since)
      .flatMap((advert) => this.#rates.dollarsOf(advert) ?? [])
    return [...ofRows, ...ofAdverts].toSorted((one, other) => one - other)
  }
}

const wordsOf = (found: Finding | null): string =>
  found ? `${found.value} ${JSON.stringify(found.details)}` : ''

const keyOf = ({ makeId, modelId }: Pick<ModelPrice, 'makeId' | 'modelId'>): string =>
  `${String(makeId)} ${String(modelId)}`

/** How many of the sorted prices are below this one, or not above it. */
function placeOf(sorted: readonly number[], price: number, orEqual = false): number {
  let [from, to] = [0, sorted.length]
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

function pricedCar(row: CheckedRow, line: number, plan: RowPlan): PricedCar | null {
  if (row.operation !== 'create' || !isValid(row)) return null
  const of = (field: FieldName): number => {
    const at = plan.cells.create.findIndex((cell) => cell.field === field)
    return row.numbers[at] ?? Number.NaN
  }
  const [makeId, modelId, price, currency] = [of('marka_id'), of('model_id'), of('price'), of('currency_id')]
  if (Number.isNaN(price) || (currency !== 1 && currency !== 2 && currency !== 3)) return null
  const year = plan.yearIndex < 0 ? null : yearIn(row.record.text(plan.yearIndex))
  return { line, makeId, modelId, year, price, currency }
}
