import { notEnoughData, ok, type Answer } from '../http/answers.ts'
import { wholeNumber } from '../http/query.ts'
import { findCity } from '../world/regions.ts'
import { convert } from '../world/money.ts'
import { dateTime } from '../world/service-time.ts'
import { realtyCurrency, type RealtyFacts } from './realty-seed.ts'

/** Prices are counted in steps of so many US dollars. */
const step = 10_000

/** GET /dom/average_price, in US dollars; `date_from` and `date_to` are months, as public clients ask. */
export function averageRealtyPrice(stock: readonly RealtyFacts[], query: URLSearchParams): Answer {
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
