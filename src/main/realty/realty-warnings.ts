import type { MarketWarning } from '../service/market-warnings.ts'
import { oddNames } from '../service/odd-names.ts'
import type { Params } from '../service/params.ts'
import { reversedRanges } from '../service/reversed-ranges.ts'
import { realtyParametersOfPractice, realtySearchParameters } from './realty-parameters.ts'

const known = [...realtySearchParameters, ...realtyParametersOfPractice]

/**
 * Names unknown to the search of real estate, and ranges without anything in them; it has no echo that could say more.
 */
export const realtyWarnings = (params: Params): MarketWarning[] => [
  ...oddNames(params, known),
  ...reversedRanges(params).map((range) => ({ kind: 'reversed', ...range }) as const),
]
