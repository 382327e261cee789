import type { MarketWarning } from '../words/market-warnings.ts'
import { contractName, searchParameters, searchParametersOfPractice } from './search-parameters.ts'
import { lookAlikes } from '../service/look-alikes.ts'
import type { Params } from '../service/params.ts'
import { pageSize } from '../service/search-params.ts'
import type { MarketPage } from './search-api.ts'

const known = new Set([...searchParameters, ...searchParametersOfPractice].map(({ name }) => name))
const paging = new Set(['page', 'countpage'])

/** The filters of a search without what turns its pages. */
export const filtersOf = (params: Params): Params => params.filter(([name]) => !paging.has(name))

/** The parameters of one page of a search; `countpage` is that of the search, or as many ids as a page may have. */
export function pageParams(params: Params, page: number): Params {
  const [, size = pageSize] = params.find(([name]) => name === 'countpage') ?? []
  return [...filtersOf(params), ['countpage', size], ['page', page]]
}

/** What may be wrong with a search: names that the service does not know, and filters that its echo lacks. */
export function warningsOf(params: Params, page: Pick<MarketPage, 'notApplied'> | null): MarketWarning[] {
  const names = [...new Set(filtersOf(params).map(([name]) => name))]
  const alike = lookAlikes(names)
  const isAlike = (name: string): boolean => alike.some((each) => each.name === name)
  const unknown = names.filter((name) => !known.has(contractName(name)) && !isAlike(name))
  const told = new Set([...alike.map(({ name }) => name), ...unknown].map((name) => name.split('[', 1)[0]))
  return [
    ...alike.map((each) => ({ kind: 'look-alike', ...each }) as const),
    ...unknown.map((name) => ({ kind: 'unknown', name }) as const),
    ...(page?.notApplied ?? [])
      .filter((name) => !told.has(name))
      .map((name) => ({ kind: 'not-applied', name }) as const),
  ]
}
