import { findMake } from './vehicle-catalog.ts'
import { optionBit } from './equipment.ts'
import { convert, isCurrencyId } from '../world/money.ts'
import { decimalNumber, wholeNumber, type QueryPair } from '../http/query.ts'
import { groupTest } from './search-groups.ts'
import { dateTime, day, secondsOf } from '../world/service-time.ts'
import type { VehicleFacts } from './vehicle.ts'

type VehicleOrder = (one: VehicleFacts, other: VehicleFacts) => number

const dollars = ({ price, currency }: VehicleFacts): number => convert(price, currency, 1)

const rising =
  (measure: (facts: VehicleFacts) => number): VehicleOrder =>
  (one, other) =>
    measure(one) - measure(other)

const falling =
  (measure: (facts: VehicleFacts) => number): VehicleOrder =>
  (one, other) =>
    measure(other) - measure(one)

/**
 * By `order_by` (docs/service/practice.md, "more search parameters"). Which number of each two rises was not recorded:
 * here the first does, but for the date, which begins with the newest.
 */
const orders: Readonly<Record<number, VehicleOrder>> = {
  2: rising(dollars),
  3: falling(dollars),
  5: rising(({ year }) => year),
  6: falling(({ year }) => year),
  7: falling(({ addedAt }) => addedAt),
  8: rising(({ addedAt }) => addedAt),
  12: rising(({ mileage }) => mileage),
  13: falling(({ mileage }) => mileage),
}

/** The order that the parameter names; undefined for the usual one. */
const orderBy = (value: number): VehicleOrder | undefined => orders[value]

export type VehicleTest = (facts: VehicleFacts) => boolean

/** The filters of a search, and which parameters were understood: the others are ignored without notice. */
export interface SearchFilters {
  readonly tests: readonly VehicleTest[]
  readonly applied: Readonly<Record<string, string>>
  /** Compares two adverts; undefined for the usual order, newest first. */
  readonly order: VehicleOrder | undefined
}

/** Maker of a filter: it reads all pairs of its own name. Undefined: these values filter nothing. */
type FilterMaker = (pairs: readonly QueryPair[], all: readonly QueryPair[]) => VehicleTest | undefined

/** Filters on one fact: an advert passes when its fact is one of the values given. Zero is "any". */
const oneOf =
  (fact: (facts: VehicleFacts) => number): FilterMaker =>
  (pairs) => {
    const wanted = new Set(pairs.map((pair) => wholeNumber(pair.value) ?? 0))
    return wanted.has(0) ? undefined : (facts) => wanted.has(fact(facts))
  }

/** A flag filters at one value only; any other value filters nothing. */
const flag =
  (on: number, test: VehicleTest): FilterMaker =>
  (pairs) =>
    pairs.some((pair) => wholeNumber(pair.value) === on) ? test : undefined

type Measure = (facts: VehicleFacts) => number

/** The measure may depend on other parameters (currency, power_name): it is made once per search. */
const bound =
  (side: 'from' | 'to', measureFor: (all: readonly QueryPair[]) => Measure): FilterMaker =>
  (pairs, all) => {
    const limit = decimalNumber(pairs.at(-1)?.value)
    if (limit === undefined || limit === 0) return undefined
    const measure = measureFor(all)
    return side === 'from' ? (facts) => measure(facts) >= limit : (facts) => measure(facts) <= limit
  }

const valueOf = (all: readonly QueryPair[], name: string): number | undefined =>
  wholeNumber(all.findLast((pair) => pair.name === name)?.value)

/** The price in the currency of the filter; US dollars if none is given. */
function priceIn(all: readonly QueryPair[]): Measure {
  const asked = valueOf(all, 'currency') ?? 1
  const currency = isCurrencyId(asked) ? asked : 1
  return (facts) => convert(facts.price, facts.currency, currency)
}

/** power_name 1 (or none) is horsepower; any other unit here is the kilowatt. */
function powerIn(all: readonly QueryPair[]): Measure {
  const unit = (valueOf(all, 'power_name') ?? 1) === 1 ? 1 : 0.7355
  return (facts) => facts.power * unit
}

const volume = (): Measure => (facts) => facts.volume

const wantedInExchange: FilterMaker = (pairs) => {
  const wanted = (index: string) => wholeNumber(pairs.find((pair) => pair.index === index)?.value) ?? 0
  const make = wanted('marka_id')
  const model = wanted('model_id')
  // An owner who accepts anything (0) accepts this one too.
  const fits = (owners: number, asked: number) => asked === 0 || owners === 0 || owners === asked
  return (facts) =>
    facts.exchangeType > 0 && fits(facts.exchangeMakeId, make) && fits(facts.exchangeModelId, model)
}

/** `auto_options[id]=id`: every requested option must be there; a value other than the id filters nothing. */
const withOptions: FilterMaker = (pairs) => {
  const ids = pairs.filter((pair) => pair.index === pair.value).map((pair) => wholeNumber(pair.value) ?? 0)
  if (ids.length === 0) return undefined
  const bits = ids.reduce((sum, id) => sum | optionBit(id), 0)
  const known = ids.every((id) => optionBit(id) > 0)
  return (facts) => known && (facts.options & bits) === bits
}

/** 1 is only abroad; 2 leaves vehicles abroad out by the contract, and changes nothing in practice. */
const abroad =
  (live: boolean): FilterMaker =>
  (pairs, all) =>
    flag(1, (facts) => facts.abroad)(pairs, all) ??
    (live ? undefined : flag(2, (facts) => !facts.abroad)(pairs, all))

const moment =
  (side: 'after' | 'before'): FilterMaker =>
  (pairs) => {
    const limit = secondsOf(pairs.at(-1)?.value ?? '')
    if (limit === undefined) return undefined
    return side === 'after' ? (facts) => facts.addedAt >= limit : (facts) => facts.addedAt <= limit
  }

const hour = 3600

/**
 * Time that each value of `top` reaches back; 2 is the day in Kyiv (docs/service/practice.md, "more search
 * parameters").
 */
const periods: Readonly<Record<number, number>> = {
  1: hour,
  8: 3 * hour,
  9: 6 * hour,
  14: 12 * hour,
  11: day,
  10: 2 * day,
  3: 3 * day,
  4: 7 * day,
  5: 30 * day,
  6: 91 * day,
}

const added =
  (now: number): FilterMaker =>
  (pairs) => {
    const period = wholeNumber(pairs.at(-1)?.value) ?? 0
    const since = period === 2 ? secondsOf(dateTime(now).slice(0, 10)) : now - (periods[period] ?? Infinity)
    return since === undefined || since === -Infinity ? undefined : (facts) => facts.addedAt >= since
  }

const mileage = (): Measure => (facts) => facts.mileage

/** The parameters of GET /auto/search that filter alone; search-groups.ts has those that belong together. */
const makers: Readonly<Record<string, FilterMaker>> = {
  category_id: oneOf((facts) => facts.categoryId),
  bodystyle: oneOf((facts) => facts.bodyId),
  brandOrigin: oneOf((facts) => findMake(facts.makeId)?.origin ?? -1),
  type: oneOf((facts) => facts.fuelId),
  gearbox: oneOf((facts) => facts.gearboxId),
  price_ot: bound('from', priceIn),
  price_do: bound('to', priceIn),
  auctionPossible: flag(1, (facts) => facts.bargain),
  with_real_exchange: flag(1, (facts) => facts.realtyExchange),
  with_exchange: flag(1, (facts) => facts.exchangeType > 0),
  exchange_filter: wantedInExchange,
  custom: flag(1, (facts) => !facts.uncleared),
  auto_options: withOptions,
  engineVolumeFrom: bound('from', volume),
  engineVolumeTo: bound('to', volume),
  powerFrom: bound('from', powerIn),
  powerTo: bound('to', powerIn),
  with_photo: flag(1, (facts) => facts.photos > 0),
  // Seen in practice (docs/service/practice.md, "more search parameters").
  raceFrom: bound('from', mileage),
  raceTo: bound('to', mileage),
  user_id: oneOf((facts) => facts.userId),
  created_after: moment('after'),
  created_before: moment('before'),
}

/** Reading of a search's filters. */
export interface SearchReading {
  /** As the live service reads them. */
  readonly live: boolean
  /** Seconds since the epoch. */
  readonly now: number
}

const makersFor = ({ live, now }: SearchReading): Readonly<Record<string, FilterMaker>> => ({
  ...makers,
  abroad: abroad(live),
  top: added(now),
})

/** Parameters that change how others filter, or only the order. A search never has deleted adverts, whatever `status_id`. */
const companions = new Set(['currency', 'power_name', 'order_by', 'status_id'])

export function readFilters(pairs: readonly QueryPair[], reading: SearchReading): SearchFilters {
  const known = makersFor(reading)
  const byName = Map.groupBy(pairs, (pair) => pair.name)
  const tests: VehicleTest[] = []
  const applied: QueryPair[] = []
  for (const [name, own] of byName) {
    const maker = Object.hasOwn(known, name) ? known[name] : undefined
    const test = maker?.(own, pairs)
    if (test !== undefined) tests.push(test)
    if (maker !== undefined || companions.has(name)) applied.push(...own)
  }
  for (const kind of ['vehicle', 'place'] as const) {
    const group = groupTest(kind, pairs)
    if (group.test !== undefined) tests.push(group.test)
    applied.push(...group.applied)
  }
  return {
    tests,
    applied: Object.fromEntries(applied.map((pair) => [pair.raw, pair.value])),
    order: orderBy(valueOf(pairs, 'order_by') ?? 0),
  }
}
