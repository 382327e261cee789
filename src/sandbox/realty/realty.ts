import { noSuchPath, notEnoughData, notFound, ok, type Answer } from '../http/answers.ts'
import type { Call } from '../http/call.ts'
import { wholeNumber } from '../http/query.ts'
import type { Modes } from '../control/modes.ts'
import { liveRealtyRecord, liveValues } from './live-realty.ts'
import { optionGroups } from './realty-catalog.ts'
import { realtyRecord } from './realty-record.ts'
import { searchRealty } from './realty-search.ts'
import { seedRealty, type RealtyFacts, realtyCurrency } from './realty-seed.ts'
import { findCity } from '../world/regions.ts'
import { convert } from '../world/money.ts'
import { dateTime } from '../world/service-time.ts'

/** Prices are counted in steps of so many US dollars. */
const step = 10_000

/** GET /dom/average_price, in US dollars; `date_from` and `date_to` are months, as public clients ask. */
function averageRealtyPrice(stock: readonly RealtyFacts[], query: URLSearchParams): Answer {
  if (['category', 'sub_category', 'operation'].some((name) => wholeNumber(query.get(name)) === undefined))
    return notEnoughData
  const prices = stock.filter((facts) => fits(facts, query)).map(inDollars)
  if (prices.length === 0) return notEnoughData
  const counts = Map.groupBy(prices, (price) => Math.floor(price / step) * step)
  return ok({
    total: prices.length,
    arithmeticMean: Math.round((prices.reduce((sum, price) => sum + price, 0) / prices.length) * 10) / 10,
    prices: [...counts]
      .sort(([one], [other]) => one - other)
      .map(([value, { length }]) => ({ count: length, value })),
  })
}

function fits({ type, operation, district, addedAt }: RealtyFacts, query: URLSearchParams): boolean {
  const is = (name: string, value: number | undefined) =>
    [0, undefined, value].includes(wholeNumber(query.get(name)))
  const month = dateTime(addedAt).slice(0, 7)
  return (
    is('category', type.category) &&
    is('sub_category', type.id) &&
    is('operation', operation) &&
    is('state_id', findCity(district.cityId)?.regionId) &&
    is('city_id', district.cityId) &&
    is('district_id', district.id) &&
    month >= (query.get('date_from') ?? '').slice(0, 7) &&
    month <= (query.get('date_to')?.slice(0, 7) ?? month)
  )
}

const inDollars = ({ price, values }: RealtyFacts): number =>
  convert(price, realtyCurrency[values.get(242) ?? 239] ?? 1, 1)

/** The real-estate endpoints. Real estate is never written, so it is only read. */
export class Realty {
  readonly #seed: () => readonly RealtyFacts[]
  readonly #modes: Modes
  #seeded: readonly RealtyFacts[] | null = null

  constructor(seed: number, seededAt: number, modes: Modes) {
    this.#modes = modes
    this.#seed = () => seedRealty(seed, seededAt)
  }

  /** Seeded when it is first asked for: a service for cars alone starts a third sooner. */
  get #stock(): readonly RealtyFacts[] {
    return (this.#seeded ??= this.#seed())
  }

  /** GET /dom/search */
  search({ query }: Call): Answer {
    return ok(searchRealty(this.#stock, query, this.#modes.live ? liveValues : undefined))
  }

  /** GET /dom/info/{advert_id}; `realty-13825265`, the form of `_id`, is taken as well. */
  info({ path }: Call): Answer {
    const id = wholeNumber(path.slice(path.lastIndexOf('/') + 1).replace(/^realty-/, ''))
    const facts = this.#stock.find((candidate) => candidate.id === id)
    return facts === undefined ? notFound('Advert') : ok(this.#record(facts))
  }

  /** GET /dom/options */
  options({ query }: Call): Answer {
    const [category, type, operation] = ['category', 'realty_type', 'operation_type'].map((name) =>
      wholeNumber(query.get(name)),
    )
    if (category === undefined || type === undefined || operation === undefined) return notEnoughData
    const lang = query.get('lang_id') === '4' ? 'uk' : 'ru'
    return ok(optionGroups({ category, type, operation }, lang, this.#modes.live))
  }

  /** GET /dom/average_price, which the contract doesn't have. */
  average({ query, path }: Call): Answer {
    return this.#modes.live ? averageRealtyPrice(this.#stock, query) : noSuchPath(path, false)
  }

  #record(facts: RealtyFacts): Record<string, unknown> {
    const record = realtyRecord(facts)
    return this.#modes.live ? liveRealtyRecord(record, facts) : record
  }
}
