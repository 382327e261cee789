import { readPairs } from './query.ts'

/** Parameter conversion result of service-api.md. */
export interface Conversion {
  readonly unrecognized: Readonly<Record<string, string>>
  readonly converted: Readonly<Record<string, string>>
  readonly string: string
}

/** The contract's table "Names converted between the two schemes"; `#` stands for the index in brackets. */
const table: readonly (readonly [web: string, search: string])[] = [
  ['categories.main.id', 'category_id'],
  ['brand.id[#]', 'marka_id[#]'],
  ['year[#].gte', 's_yers[#]'],
  ['year[#].lte', 'po_yers[#]'],
  ['custom.not', 'custom'],
  ['fuel.id[#]', 'type[#]'],
  ['gearbox.id[#]', 'gearbox[#]'],
  ['size', 'countpage'],
]

/** From the web site's naming to that of /auto/search: each make also brings its model_id = 0, all models. */
export function newToOld(query: URLSearchParams): Conversion {
  const conversion = translate(query, new Map(table))
  const converted: Record<string, string> = {}
  for (const [name, value] of Object.entries(conversion.converted)) {
    converted[name] = value
    const index = /^marka_id(\[\d*\])$/.exec(name)?.[1]
    if (index !== undefined) converted[`model_id${index}`] = '0'
  }
  return finish(converted, conversion.unrecognized)
}

/** From the naming of /auto/search to the web site's. */
export function oldToNew(query: URLSearchParams): Conversion {
  const conversion = translate(query, new Map(table.map(([web, search]) => [search, web])))
  return finish(conversion.converted, conversion.unrecognized)
}

function translate(
  query: URLSearchParams,
  names: ReadonlyMap<string, string>,
): { converted: Record<string, string>; unrecognized: Record<string, string> } {
  const converted: Record<string, string> = {}
  const unrecognized: Record<string, string> = {}
  for (const { raw, value } of readPairs(query)) {
    const index = /\[(\d*)\]/.exec(raw)?.[1]
    const target = names.get(index === undefined ? raw : raw.replace(`[${index}]`, '[#]'))
    if (target === undefined) unrecognized[raw] = value
    else converted[target.replace('#', index ?? '')] = value
  }
  return { converted, unrecognized }
}

const finish = (converted: Record<string, string>, unrecognized: Record<string, string>): Conversion => ({
  unrecognized,
  converted,
  string: new URLSearchParams(converted).toString(),
})
