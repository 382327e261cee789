import { readPairs, wholeNumber, type QueryPair } from '../http/query.ts'
import type { SearchPage } from './search-page.ts'

/** What the live service promotes in every search (docs/service/practice.md, "search"). */
const promotion = { id: 100_500, type: 'OfferOfTheDay' } as const

/**
 * The answer of the live profile: no `qs`, `last_id` 0, a promotion apart from the ids and the echo of the filters.
 * `page` and `lang_id` are texts if they were sent (practice.md, "echo types").
 */
export function liveSearch({ answer, applied }: SearchPage, query: URLSearchParams): SearchPage['answer'] {
  const { ids, count } = answer.result.search_result
  const sent = ['page', 'lang_id'].flatMap((name) => {
    const text = query.get(name)
    return text === null ? [] : [[name, text] as const]
  })
  return {
    additional_params: { ...answer.additional_params, ...Object.fromEntries(sent) },
    result: {
      search_result: { ids, count, last_id: 0 },
      search_result_common: { data: [promotion] },
      additional: { search_params: { cleaned: cleanedOf(applied) } },
    },
  }
}

/** `marka_id[0]=9` → `marka_id: [9]`; `exchange_filter[marka_id]=9` → `exchange_filter: { marka_id: 9 }`. */
function cleanedOf(applied: Readonly<Record<string, string>>): Record<string, unknown> {
  const byName = Map.groupBy(readPairs(new URLSearchParams(applied)), (pair) => pair.name)
  return Object.fromEntries([...byName].map(([name, pairs]) => [name, typed(pairs)]))
}

function typed(pairs: readonly QueryPair[]): unknown {
  if (pairs.some(({ index }) => index !== null && /\D/.test(index)))
    return Object.fromEntries(pairs.map(({ index, value }) => [index ?? '', typedValue(value)]))
  const [first] = pairs
  return first?.index === null ? typedValue(first.value) : pairs.map(({ value }) => typedValue(value))
}

const typedValue = (text: string): string | number => wholeNumber(text) ?? text
