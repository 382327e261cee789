import { readPairs } from '../http/query.ts'

/** The answer of both conversions (docs/service/conversion.md). */
export interface Conversion {
  readonly unrecognized: Readonly<Record<string, string>>
  readonly converted: Readonly<Record<string, string>>
  readonly string: string
}

/** The names that convert into each other (docs/service/conversion.md); `#` stands for the index in brackets. */
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

/** Sent by clients of the live service, which expect it back (docs/service/conversion.md). */
const ofPractice: typeof table = [
  ['model.id[#]', 'model_id[#]'],
  ['mileage.gte', 'raceFrom'],
  ['mileage.lte', 'raceTo'],
]

type Pairs = [name: string, value: string][]

/**
 * From the web site's naming to that of /auto/search. Each make also brings its model_id = 0, all models, unless the
 * model itself is converted, which the live service does.
 */
export function newToOld(query: URLSearchParams, live: boolean): Conversion {
  const { converted, unrecognized } = translate(query, new Map(live ? [...table, ...ofPractice] : table))
  const named = new Set(converted.map(([name]) => name))
  const withModels = converted.flatMap(([name, value]): Pairs => {
    const index = /^marka_id(\[\d*\])$/.exec(name)?.[1]
    return index === undefined || named.has(`model_id${index}`)
      ? [[name, value]]
      : [
          [name, value],
          [`model_id${index}`, '0'],
        ]
  })
  return finish(withModels, unrecognized)
}

/** From the naming of /auto/search to the web site's. */
export function oldToNew(query: URLSearchParams): Conversion {
  const { converted, unrecognized } = translate(query, new Map(table.map(([web, search]) => [search, web])))
  return finish(converted, unrecognized)
}

function translate(
  query: URLSearchParams,
  names: ReadonlyMap<string, string>,
): { converted: Pairs; unrecognized: Pairs } {
  const converted: Pairs = []
  const unrecognized: Pairs = []
  for (const { raw, value } of readPairs(query)) {
    const index = /\[(\d*)\]/.exec(raw)?.[1]
    const target = names.get(index === undefined ? raw : raw.replace(`[${index}]`, '[#]'))
    if (target === undefined) unrecognized.push([raw, value])
    else converted.push([target.replace('#', index ?? ''), value])
  }
  return { converted, unrecognized }
}

const finish = (converted: Pairs, unrecognized: Pairs): Conversion => ({
  unrecognized: Object.fromEntries(unrecognized),
  converted: Object.fromEntries(converted),
  string: new URLSearchParams(converted).toString(),
})
