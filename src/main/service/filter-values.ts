import { Fault } from '#shared/bridge/failure.ts'
import { readFilters } from '#shared/search/filter-value.ts'
import type { Params } from './params.ts'

/**
 * Filters with their numbers as the service reads them: it would ignore one that is no number in silence, and answer
 * with all adverts.
 * @throws Fault `usage`, with the filter's name and value
 */
export function sentFilters(given: Params): Params {
  const { params, refused } = readFilters(given)
  const [first] = refused
  if (first)
    throw new Fault('usage', {
      reason: first.problem === 'mileage' ? 'filter-mileage' : 'filter',
      column: first.name,
      value: first.value,
    })
  return params
}
