import type { MarketWarning } from '../service/market-warnings.ts'
import { realtyParametersOfPractice, realtySearchParameters } from './realty-parameters.ts'
import { oddNames } from '../service/odd-names.ts'
import type { Params } from '../service/params.ts'

const known = [...realtySearchParameters, ...realtyParametersOfPractice]

/** Names that the search of real estate does not know; it has no echo that could tell more. */
export const realtyWarnings = (params: Params): MarketWarning[] => oddNames(params, known)
