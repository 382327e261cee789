import { wholeNumber, type QueryPair } from './query.ts'
import { readFilters, type VehicleTest } from './search-filters.ts'
import { isListed, type VehicleFacts } from './vehicle.ts'

/** The limit of the contract: ids returned per request. */
const largestPage = 100
const usualPage = 20

interface SearchAnswer {
  readonly additional_params: Readonly<Record<string, unknown>>
  readonly result: {
    readonly search_result: {
      readonly ids: readonly string[]
      readonly count: number
      readonly last_id: number
      readonly qs: { readonly fields: readonly string[]; readonly size: number; readonly from: number }
    }
  }
}

export interface SearchPage {
  readonly answer: SearchAnswer
  /** The parameters that were understood, for the echo some servers give (field-notes.md, "filters"). */
  readonly applied: Readonly<Record<string, string>>
}

/** One page of ids, newest first. `stock` is oldest first. */
export function searchPage(stock: readonly VehicleFacts[], pairs: readonly QueryPair[]): SearchPage {
  const number = (name: string) => wholeNumber(pairs.findLast((pair) => pair.name === name)?.value)
  const size = Math.min(Math.max(number('countpage') ?? usualPage, 1), largestPage)
  const page = Math.max(number('page') ?? 0, 0)
  const filters = readFilters(pairs)
  const from = page * size
  const { ids, count } = collect(stock, filters.tests, from, size)
  const answer: SearchAnswer = {
    additional_params: {
      lang_id: number('lang_id') ?? 4,
      page,
      view_type_id: 0,
      target: 'search',
      section: 'auto',
      catalog_name: '',
      elastica: true,
      nodejs: true,
    },
    result: {
      search_result: {
        ids: ids.map(String),
        count,
        last_id: ids.at(-1) ?? 0,
        qs: { fields: ['_id'], size, from },
      },
    },
  }
  return { answer, applied: filters.applied }
}

function collect(
  stock: readonly VehicleFacts[],
  tests: readonly VehicleTest[],
  from: number,
  size: number,
): { ids: number[]; count: number } {
  const ids: number[] = []
  let count = 0
  for (let place = stock.length - 1; place >= 0; place--) {
    const facts = stock[place]
    if (facts === undefined || !isListed(facts) || !passes(facts, tests)) continue
    if (count >= from && ids.length < size) ids.push(facts.id)
    count++
  }
  return { ids, count }
}

/** A plain loop: this is the inside of the scan. */
function passes(facts: VehicleFacts, tests: readonly VehicleTest[]): boolean {
  for (const test of tests) if (!test(facts)) return false
  return true
}
