import { findCity } from '../world/regions.ts'
import { convert } from '../world/money.ts'
import { decimalNumber, wholeNumber } from '../http/query.ts'
import { day, secondsOf } from '../world/service-time.ts'
import { realtyCurrency, type RealtyFacts } from './realty-seed.ts'

/** The characteristics of an advert, by id. */
type ValuesOf = (facts: RealtyFacts) => ReadonlyMap<number, number>
type RealtyTest = (facts: RealtyFacts) => boolean

/** The contract gives no paging; the live service answers a hundred ids, more by `page` (docs/service/realty.md). */
const pageSize = 100

/** The answer of GET /dom/search. */
export function searchRealty(
  stock: readonly RealtyFacts[],
  query: URLSearchParams,
  valuesOf: ValuesOf = ({ values }) => values,
): { items: number[]; count: number } {
  const tests = [...plainTests(query), ...characteristicTests(query, valuesOf), ...dateTests(query)]
  const found = stock.filter((facts) => tests.every((test) => test(facts)))
  const from = Math.max(0, wholeNumber(query.get('page')) ?? 0) * pageSize
  return { items: found.slice(from, from + pageSize).map(({ id }) => id), count: found.length }
}

const facets: Readonly<Record<string, (facts: RealtyFacts) => number>> = {
  category: (facts) => facts.type.category,
  realty_type: (facts) => facts.type.id,
  operation_type: (facts) => facts.operation,
  state_id: (facts) => findCity(facts.district.cityId)?.regionId ?? 0,
  city_id: (facts) => facts.district.cityId,
  district_id: (facts) => facts.district.id,
}

/** A parameter that is repeated, `district_id` above all, takes any of its values, also as `city_ids=10,5`. Zero is "any". */
function plainTests(query: URLSearchParams): RealtyTest[] {
  return Object.entries(facets).flatMap(([name, facet]) => {
    const wanted = new Set(
      [name, `${name}[]`, `${name}s`, `${name}s[]`]
        .flatMap((spelling) => query.getAll(spelling))
        .flatMap((text) => text.split(','))
        .map((text) => wholeNumber(text) ?? 0),
    )
    wanted.delete(0)
    return wanted.size === 0 ? [] : [(facts: RealtyFacts) => wanted.has(facet(facts))]
  })
}

/** `date_from` and `date_to`, seen in practice: adverts since and until this day or moment. */
function dateTests(query: URLSearchParams): RealtyTest[] {
  const [from, to] = ['date_from', 'date_to'].map((name) => query.get(name) ?? '')
  const first = secondsOf(from ?? '')
  const last = secondsOf(to ?? '')
  const end = last === undefined || /T|:|^\d+$/.test(to ?? '') ? last : last + day - 1
  return [
    ...(first === undefined ? [] : [(facts: RealtyFacts) => facts.addedAt >= first]),
    ...(end === undefined ? [] : [(facts: RealtyFacts) => facts.addedAt <= end]),
  ]
}

function characteristicTests(query: URLSearchParams, valuesOf: ValuesOf): RealtyTest[] {
  const tests: RealtyTest[] = []
  const priceAsked = [...query.keys()].some((name) => name.startsWith('characteristic[234]'))
  const currency = wholeNumber(query.get('characteristic[242]')) ?? 239
  for (const [name, text] of query) {
    const match = /^characteristic\[(\d+)\](?:\[(from|to)\])?$/.exec(name)
    const limit = decimalNumber(text)
    if (match === null || limit === undefined) continue
    const id = Number(match[1])
    // With a price filter, the currency is that of the price; without one it is a filter like any other.
    if (id === 242 && priceAsked) continue
    const value = id === 234 ? priceIn(currency) : (facts: RealtyFacts) => valuesOf(facts).get(id)
    tests.push(compare(value, match[2], limit))
  }
  return tests
}

const priceIn =
  (option: number) =>
  (facts: RealtyFacts): number =>
    convert(facts.price, realtyCurrency[facts.values.get(242) ?? 239] ?? 1, realtyCurrency[option] ?? 1)

function compare(
  value: (facts: RealtyFacts) => number | undefined,
  side: string | undefined,
  limit: number,
): RealtyTest {
  if (side === 'from') return (facts) => (value(facts) ?? -Infinity) >= limit
  if (side === 'to') return (facts) => (value(facts) ?? Infinity) <= limit
  return (facts) => value(facts) === limit
}
