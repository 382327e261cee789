import type { MarketWarning } from '../service/market-warnings.ts'
import { oddNames } from '../service/odd-names.ts'
import type { Params } from '../service/params.ts'
import { reversedRanges } from '../service/reversed-ranges.ts'
import { realtyParametersOfPractice, realtySearchParameters } from './realty-parameters.ts'

const known = [...realtySearchParameters, ...realtyParametersOfPractice]

/** Names that the search of real estate does not know, and ranges that nothing is within; it has no echo that could tell more. */
export const realtyWarnings = (params: Params): MarketWarning[] => [
  ...oddNames(params, known),
  ...reversedRanges(params).map((range) => ({ kind: 'reversed', ...range }) as const),
]
