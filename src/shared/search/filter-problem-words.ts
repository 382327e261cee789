import { m } from '#shared/i18n/generated/messages.js'
import { serviceTime } from '../time/service-time.ts'
import { readFilterNumber, type FilterProblem, type NumberKind } from './filter-number.ts'
import { readFilterValue } from './filter-value.ts'

const words: Readonly<Record<FilterProblem, (said: { value: string }) => string>> = {
  'not-a-number': m.search_filter_not_a_number,
  'not-whole': m.search_filter_not_whole,
  'two-ways': m.search_filter_two_ways,
  negative: m.search_filter_negative,
  year: m.search_filter_year,
  mileage: m.search_filter_mileage,
  'too-large': m.search_filter_too_large,
  'not-a-moment': m.search_filter_not_a_moment,
  'not-begun': ({ value }) => m.search_filter_not_begun({ value, now: serviceTime(Date.now()).slice(0, 16) }),
}

/** Problem of a filter's value, and how it is written. */
export const filterProblemWords = (problem: FilterProblem, value: string): string => words[problem]({ value })

/** Problem of the text typed for the filter of this name; undefined if nothing is, or if it is blank. */
export function typedFilterProblem(name: string, text: string): string | undefined {
  const typed = text.trim()
  const { problem } = typed === '' ? {} : readFilterValue(name, typed)
  return problem && filterProblemWords(problem, typed)
}

/** The same for a number of this kind. */
export function typedNumberProblem(kind: NumberKind, text: string): string | undefined {
  const typed = text.trim()
  const reading = typed === '' ? 0 : readFilterNumber(kind, typed)
  return typeof reading === 'number' ? undefined : filterProblemWords(reading, typed)
}
