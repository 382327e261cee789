import { readPairs, wholeNumber, type QueryPair } from '../http/query.ts'
import { slug } from '../world/slug.ts'
import type { SearchPage } from './search-page.ts'
import { makeName, modelName } from './vehicle-catalog.ts'
import { isNewId } from './vehicle.ts'

type Fields = Record<string, unknown>

/** Promotion by the live service in every search (docs/service/practice.md, "search"), and behind how many adverts. */
const promotion = { id: '100500', type: 'OfferOfTheDay' } as const
const promotedBehind = 2

/** Default parameters of a search, as far as they were recorded. */
const usual: Fields = {
  category_id: 1,
  marka_id: [],
  model_id: [],
  s_yers: [],
  po_yers: [],
  bodystyle: [],
  state: [],
  city: [],
  currency: 1,
  abroad: false,
  searchType: 1,
  order_by: 0,
  countpage: 10,
}

/**
 * Answer of the live profile: no `qs`, `last_id` 0, the ids once more with their kind and a promotion among them, and
 * the echo of the filters. `page` and `lang_id` are texts if they were sent (practice.md, "numbers").
 */
export function liveSearch({ answer, applied }: SearchPage, query: URLSearchParams): SearchPage['answer'] {
  const { ids, count } = answer.result.search_result
  const sent = ['page', 'lang_id'].flatMap((name) => {
    const text = query.get(name)
    return text === null ? [] : [[name, text] as const]
  })
  const cleaned = cleanedOf(applied)
  return {
    additional_params: { ...answer.additional_params, ...Object.fromEntries(sent) },
    result: {
      search_result: { ids, count, last_id: 0 },
      search_result_common: { count, last_id: 0, data: withPromotion(ids) },
      isCommonSearch: true,
      ...activeOf(cleaned),
      additional: {
        user_auto_positions: [],
        search_params: { all: { ...usual, ...cleaned }, cleaned },
        query_string: queryString(query),
      },
    },
  }
}

function withPromotion(ids: readonly string[]): object[] {
  const found = ids.map((id) => ({ id, type: isNewId(Number(id)) ? 'NewAuto' : 'UsedAuto' }))
  return [...found.slice(0, promotedBehind), promotion, ...found.slice(promotedBehind)]
}

/** The make and model, if the search is about one alone; regions and cities were recorded as null only. */
function activeOf({ marka_id: makes, model_id: models }: Fields): Fields {
  const only = (values: unknown): number =>
    Array.isArray(values) && values.length === 1 ? Number(values[0]) : 0
  const make = only(makes)
  const model = only(models)
  const ofMake = make && makeName(make)
  const ofModel = make && model && modelName(make, model)
  return {
    active_marka: ofMake ? { marka_id: make, name: ofMake, eng: slug(ofMake) } : null,
    active_model: ofModel ? { model_id: model, name: ofModel, eng: slug(ofModel) } : null,
    active_state: null,
    active_city: null,
  }
}

/** The query as it was asked, without the key, with the language in both spellings. */
function queryString(query: URLSearchParams): string {
  const asked = new URLSearchParams([...query].filter(([name]) => name !== 'api_key'))
  const lang = asked.get('lang_id') ?? '4'
  asked.set('lang_id', lang)
  asked.set('langId', lang)
  return asked.toString()
}

/** `marka_id[0]=9` → `marka_id: [9]`; `exchange_filter[marka_id]=9` → `exchange_filter: { marka_id: 9 }`. */
function cleanedOf(applied: Readonly<Record<string, string>>): Fields {
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
