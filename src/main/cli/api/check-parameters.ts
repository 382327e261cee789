import { m } from '#shared/i18n/generated/messages.js'
import { marketWarningWords } from '../../words/market-warnings.ts'
import { contractName } from '../../search/search-parameters.ts'
import { lookAlikes } from '../../service/look-alikes.ts'
import type { Params } from '../../service/params.ts'
import type { Endpoint } from './endpoints.ts'

/** What the contract has against these parameters, in sentences: nothing if it has nothing. */
export function parameterComplaints({ parameters, required = [] }: Endpoint, params: Params): string[] {
  const names = [...new Set(params.map(([name]) => name))]
  const alike = lookAlikes(names)
  const known = new Set((parameters ?? []).map(({ name }) => name))
  const unknown = names.filter(
    (name) => !known.has(contractName(name)) && !known.has(name) && !alike.some((each) => each.name === name),
  )
  const missing = required.filter((name) => !names.includes(name))
  return [
    ...alike.map((each) => marketWarningWords({ kind: 'look-alike', ...each })),
    ...unknown.map((name) => marketWarningWords({ kind: 'unknown', name })),
    ...missing.map((name) => m.cli_api_required({ name })),
  ]
}
