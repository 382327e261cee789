import { m } from '#shared/i18n/generated/messages.js'
import { marketWarningWords } from '../../words/market-warnings.ts'
import { oddNames } from '../../service/odd-names.ts'
import type { Params } from '../../service/params.ts'
import type { Endpoint } from './endpoints.ts'
import { valueComplaints } from './parameter-values.ts'

/** What the contract has against these parameters, in sentences: nothing if it has nothing. */
export function parameterComplaints(endpoint: Endpoint, params: Params): string[] {
  const { parameters, required = [] } = endpoint
  const missing = required.filter((name) => !params.some(([given]) => given === name))
  return [
    ...oddNames(params, parameters ?? []).map(marketWarningWords),
    ...valueComplaints(endpoint, params),
    ...missing.map((name) => m.cli_api_required({ name })),
  ]
}
