import { m } from '#shared/i18n/generated/messages.js'
import { readFilters } from '#shared/search/filter-value.ts'
import { filterProblemWords } from '#shared/search/filter-problem-words.ts'
import type { Param, Params } from '../service/params.ts'
import { UsageError } from './usage-error.ts'

/** `name=value` as a parameter. @throws UsageError for what has no name or no `=` */
export function paramOf(pair: string): Param {
  const at = pair.indexOf('=')
  if (at < 1) throw new UsageError(m.cli_not_a_parameter({ value: pair }))
  return [pair.slice(0, at), pair.slice(at + 1)]
}

export const paramsOf = (pairs: readonly string[]): Params => pairs.map(paramOf)

/** The filters of a search, their numbers as the service reads them. @throws UsageError for one that is none */
export const filtersOf = (pairs: readonly string[]): Params => readFiltersOf(paramsOf(pairs))

/**
 * The same of parameters.
 * @param nameOf what a person wrote for a parameter
 * @throws UsageError for one that is no number
 */
export function readFiltersOf(given: Params, nameOf: (param: string) => string = (param) => param): Params {
  const { params, refused } = readFilters(given)
  const [first] = refused
  if (first) throw new UsageError(`${nameOf(first.name)}: ${filterProblemWords(first.problem, first.value)}`)
  return params
}

/** The value of a parameter that takes a whole number; undefined if it isn't given. @throws UsageError */
export function wholeParam(params: Params, name: string, most = Number.MAX_SAFE_INTEGER): number | undefined {
  const value = params.findLast(([each]) => each === name)?.[1]
  if (value === undefined) return undefined
  const number = Number(value)
  if (!/^\d+$/.test(String(value)) || number > most)
    throw new UsageError(m.cli_not_a_number({ option: name, value: String(value) }))
  return number
}
