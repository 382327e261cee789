import { z } from 'zod'
import { baseName, type Params } from './params.ts'
import { dictionary, flag, group, list, number, root, text } from './tolerant.ts'

/** The answer of GET /auto/search by the contract's names, with the echo of applied filters that the live service adds. */
export const searchResultSchema = root(
  z.looseObject({
    additional_params: group({
      /** 2 = Russian. */
      lang_id: number,
      page: number,
      view_type_id: number,
      target: text,
      section: text,
      catalog_name: text,
      elastica: flag,
      nodejs: flag,
    }),
    result: z.looseObject({
      search_result: z.looseObject({
        /** Strings at the service; a promotion, which is no id, may stand among them. */
        ids: list(z.unknown()),
        count: number,
        last_id: number,
        qs: group({ fields: list(text), size: number, from: number }),
      }),
      additional: group({ search_params: group({ cleaned: dictionary(z.unknown()).nullish() }) }),
    }),
  }),
)
export type SearchResult = z.infer<typeof searchResultSchema>

/** A page of a search as the app uses it. */
export interface SearchPage {
  readonly ids: readonly number[]
  /** All matches, as the service counts; it may disagree with the ids, so nothing loops by it. */
  readonly count: number | null
  /** Requested filters that the service's echo lacks; null if there is no echo. */
  readonly notApplied: readonly string[] | null
}

const asId = (value: unknown): number[] => {
  const id = typeof value === 'string' ? Number(value) : value
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? [id] : []
}

export function searchPage(result: SearchResult, asked: Params): SearchPage {
  const { ids, count } = result.result.search_result
  return { ids: ids.flatMap(asId), count, notApplied: notApplied(result, asked) }
}

/** Parameters that are no filters: the echo need not name them. */
const paging = new Set(['page', 'countpage', 'currency', 'power_name'])

/** An unknown filter is silently ignored and all adverts are found (docs/service/practice.md, "filters"). */
function notApplied(result: SearchResult, asked: Params): readonly string[] | null {
  const echo = result.result.additional.search_params.cleaned
  if (!echo || Object.keys(echo).length === 0) return null
  const applied = new Set(Object.keys(echo).map(baseName))
  return [...new Set(asked.map(([name]) => baseName(name)))].filter(
    (name) => !paging.has(name) && !applied.has(name),
  )
}
