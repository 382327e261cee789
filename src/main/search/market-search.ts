import type { MarketWarning } from '../service/market-warnings.ts'
import { searchParameters, searchParametersOfPractice } from './search-parameters.ts'
import { oddNames } from '../service/odd-names.ts'
import { reversedRanges } from '../service/reversed-ranges.ts'
import type { Params } from '../service/params.ts'
import { pageSize } from '../service/search-params.ts'
import type { MarketPage } from './search-api.ts'

const known = [...searchParameters, ...searchParametersOfPractice]
const paging = new Set(['page', 'countpage'])

/** The filters of a search without what turns its pages. */
export const filtersOf = (params: Params): Params => params.filter(([name]) => !paging.has(name))

/** The parameters of one page of a search; `countpage` is that of the search, or as many ids as a page may have. */
export function pageParams(params: Params, page: number): Params {
  const [, size = pageSize] = params.find(([name]) => name === 'countpage') ?? []
  return [...filtersOf(params), ['countpage', size], ['page', page]]
}

/**
 * Warnings about a search: names that the service does not know, ranges that nothing is within, and filters that its
 * echo lacks.
 */
export function warningsOf(params: Params, page: Pick<MarketPage, 'notApplied'> | null): MarketWarning[] {
  const notApplied = page?.notApplied ?? []
  const odd = oddNames(filtersOf(params), known)
  const named = new Set(odd.map(({ name }) => name.split('[', 1)[0]))
  return [
    ...odd,
    ...reversedRanges(params).map((range) => ({ kind: 'reversed', ...range }) as const),
    // Seen in practice (docs/service/practice.md, "more search parameters"); the echo names it all the same.
    ...params
      .filter(([name, value]) => name === 'abroad' && String(value) === '2' && !notApplied.includes(name))
      .map(([name]) => ({ kind: 'changes-nothing', name }) as const),
    ...notApplied.filter((name) => !named.has(name)).map((name) => ({ kind: 'not-applied', name }) as const),
  ]
}
