import { m } from '#shared/i18n/generated/messages.js'
import { filterKind } from '#shared/search/filter-value.ts'
import { contractName } from '../../service/named-parameter.ts'
import type { Params } from '../../service/params.ts'
import type { Endpoint } from './endpoints.ts'

export type ValueKind = 'whole' | 'number' | 'text'

/** Dates, which the service reads in its own forms. */
const texts = new Set(['created_after', 'created_before', 'date_from'])

/** Kind of value that the contract takes for a parameter of this name; it gives no ranges. */
export function valueKind(name: string): ValueKind {
  if (texts.has(name)) return 'text'
  const kind = filterKind(name.replace('[<id>]', '[]'))
  return ['number', 'price', 'mileage'].includes(kind) ? 'number' : 'whole'
}

const forms: Readonly<Record<ValueKind, RegExp>> = {
  whole: /^-?\d+$/,
  number: /^-?\d+(\.\d+)?$/,
  text: /^/,
}

/** A sentence for each value that is not of its parameter's type; parameters that the contract doesn't have are left out. */
export function valueComplaints({ parameters }: Endpoint, params: Params): string[] {
  const known = new Set((parameters ?? []).map(({ name }) => name))
  return params.flatMap(([name, given]) => {
    const value = String(given)
    const ofContract = [name, contractName(name), name.replace(/\[\d*\]$/, '')].find((each) =>
      known.has(each),
    )
    const kind = ofContract === undefined ? 'text' : valueKind(ofContract)
    if (kind === 'text' || forms[kind].test(value)) return []
    return [kind === 'whole' ? m.cli_api_not_whole({ name, value }) : m.cli_api_not_number({ name, value })]
  })
}
