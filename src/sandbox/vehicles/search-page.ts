import { wholeNumber, type QueryPair } from '../http/query.ts'
import type { FoundLists, SearchScope } from './found-lists.ts'

/** Ids per request at most (docs/service/README.md, limits). */
const largestPage = 100
/** The sandbox's own: the contract gives no default. */
const contractPage = 20
const livePage = 10

/** Parameters that turn pages without changing what is found. */
const turning: ReadonlySet<string> = new Set(['countpage', 'page', 'lang_id'])

interface SearchAnswer {
  readonly additional_params: Readonly<Record<string, unknown>>
  readonly result: {
    readonly search_result: {
      readonly ids: readonly string[]
      readonly count: number
      readonly last_id: number
      readonly qs?: { readonly fields: readonly string[]; readonly size: number; readonly from: number }
    }
    readonly additional?: object
    readonly [more: string]: unknown
  }
}

export interface SearchPage {
  readonly answer: SearchAnswer
  /** The parameters that were understood, for the echo some servers give (docs/service/practice.md, "filters"). */
  readonly applied: Readonly<Record<string, string>>
}

/** One page of ids, newest first. */
export function searchPage(found: FoundLists, pairs: readonly QueryPair[], scope: SearchScope): SearchPage {
  const number = (name: string) => wholeNumber(pairs.findLast((pair) => pair.name === name)?.value)
  const size = Math.min(
    Math.max(number('countpage') ?? (scope.live ? livePage : contractPage), 1),
    largestPage,
  )
  const page = Math.max(number('page') ?? 0, 0)
  const from = page * size
  const list = found.find(
    pairs.filter((pair) => !turning.has(pair.name)),
    scope,
  )
  const ids = list.ids.slice(from, from + size)
  const answer: SearchAnswer = {
    additional_params: { lang_id: number('lang_id') ?? 4, page, ...sameForAll },
    result: {
      search_result: {
        ids: ids.map(String),
        count: list.ids.length,
        last_id: ids.at(-1) ?? 0,
        qs: { fields: ['_id'], size, from },
      },
    },
  }
  return { answer, applied: { ...list.applied, ...echoOf(pairs) } }
}

const sameForAll = {
  view_type_id: 0,
  target: 'search',
  section: 'auto',
  catalog_name: '',
  elastica: true,
  nodejs: true,
}

const echoOf = (pairs: readonly QueryPair[]): Record<string, string> =>
  Object.fromEntries(pairs.filter((pair) => turning.has(pair.name)).map((pair) => [pair.raw, pair.value]))
