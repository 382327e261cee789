import type { MarketWarning } from '../words/market-warnings.ts'
import { realtyParametersOfPractice, realtySearchParameters } from './realty-parameters.ts'
import { lookAlikes } from '../service/look-alikes.ts'
import type { Params } from '../service/params.ts'

const known = new Set([...realtySearchParameters, ...realtyParametersOfPractice].map(({ name }) => name))

/** `district_id[]` and `characteristic[209][from]` as the contract writes them. */
const contractName = (name: string): string =>
  name.replace(/^characteristic\[\d+\]/, 'characteristic[<id>]').replace(/^(\w+)\[\d*\]$/, '$1')

/** Names that the search of real estate does not know; it has no echo that could tell more. */
export function realtyWarnings(params: Params): MarketWarning[] {
  const names = [...new Set(params.map(([name]) => name))]
  const alike = lookAlikes(names)
  const unknown = names.filter(
    (name) => !known.has(contractName(name)) && !alike.some((each) => each.name === name),
  )
  return [
    ...alike.map((each) => ({ kind: 'look-alike', ...each }) as const),
    ...unknown.map((name) => ({ kind: 'unknown', name }) as const),
  ]
}
