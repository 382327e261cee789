import { conversionNames, type ConversionTarget } from './conversion-names.ts'
import { queryString } from '../http/service-address.ts'
import type { Params } from '../service/params.ts'

/** Parameters in the other naming, those without a counterpart, and the first as a query. */
export interface Converted {
  readonly params: readonly (readonly [name: string, value: string])[]
  readonly string: string
  readonly unrecognized: readonly (readonly [name: string, value: string])[]
}

type Pair = readonly [name: string, value: string]

const names: Readonly<Record<ConversionTarget, ReadonlyMap<string, string>>> = {
  old: new Map(conversionNames),
  new: new Map(conversionNames.map(([site, search]) => [search, site])),
}

/** The conversion by the contract's table alone, for when the service can't be asked. */
export function convertLocally(target: ConversionTarget, params: Params): Converted {
  const known: Pair[] = []
  const unrecognized: Pair[] = []
  for (const [name, value] of params) {
    const other = counterpart(target, name)
    if (other === null) unrecognized.push([name, String(value)])
    else known.push([other, String(value)])
  }
  const converted = target === 'old' ? known.flatMap(withModel) : known
  return { params: converted, unrecognized, string: queryString(converted).slice(1) }
}

function counterpart(target: ConversionTarget, name: string): string | null {
  const number = /\[(\d*)\]/.exec(name)?.[1]
  const found = names[target].get(number === undefined ? name : name.replace(`[${number}]`, '[#]'))
  return found?.replace('#', number ?? '') ?? null
}

/** Each make also brings its `model_id` 0, every model (docs/service/conversion.md). */
function withModel(pair: Pair): readonly Pair[] {
  const number = /^marka_id(\[\d*\])$/.exec(pair[0])?.[1]
  return number === undefined ? [pair] : [pair, [`model_id${number}`, '0']]
}
