import { Option } from '@commander-js/extra-typings'
import { m } from '#shared/i18n/generated/messages.js'
import type { MarketList } from '#shared/search/search-calls.ts'
import { likelyNames } from '../names/likely-names.ts'
import { matchName } from '../names/match-name.ts'
import type { NameCandidate } from '../names/name-match.ts'
import type { Search } from '../search/open-search.ts'
import type { Param, Params } from '../service/params.ts'
import { searchFilters, type SearchFilter } from './search-filters.ts'
import { UsageError } from './usage-error.ts'
import { flagOf } from './command-definition.ts'

/** The category whose lists names are looked up in. */
const passengerCars = '1'
/** Lists that each category has of its own. */
const ofCategory: ReadonlySet<MarketList> = new Set(['makes', 'models', 'bodyStyles', 'gearboxes', 'options'])
/** Names that are offered for one that no list has. */
const mostOffered = 8

/** Values given for the options of a search, by commander's names for them. */
export type GivenFilters = Readonly<Record<string, unknown>>

/** Values given for a filter, several for one that is repeated, '' for one without a value; none if it wasn't. */
function given({ flags }: SearchFilter, options: GivenFilters): readonly string[] {
  const value = options[new Option(flags).attributeName()]
  if (value === undefined) return []
  return (Array.isArray(value) ? value : [value]).map((each) => (typeof each === 'string' ? each : ''))
}

/** The filters that are given and need no list, as parameters. */
export const plainParams = (options: GivenFilters): Params =>
  searchFilters.flatMap((filter): Param[] => {
    const [text] = given(filter, options)
    if (text === undefined) return []
    if (filter.kind === 'value') return [[filter.param, text]]
    if (filter.kind === 'flag') return [[filter.param, filter.value]]
    return filter.kind === 'choice' ? [[filter.param, filter.choices[text] ?? '']] : []
  })

/** The parameters that the given options would send, by name: one of them can't be given as `name=value` too. */
export const flagsByParam = (options: GivenFilters): ReadonlyMap<string, string> =>
  new Map(
    searchFilters
      .filter((filter) => given(filter, options).length > 0)
      .map((filter) => [plainName(filter.param), flagOf(filter.flags)]),
  )

/** `type[1]` and `marka_id[0]` without their number; what is within a filter keeps its name. */
export const plainName = (param: string): string => param.replace(/\[\d*\]$/, '')

export const needsNames = (options: GivenFilters): boolean =>
  searchFilters.some(
    (filter) => (filter.kind === 'name' || filter.kind === 'names') && given(filter, options).length > 0,
  )

/**
 * The filters that are given by names, as parameters with their ids. A list that isn't saved takes a request.
 * @param plain the other filters, which say of what category the search is
 * @throws UsageError for a name that the list hasn't, or has several times, with the names that may be meant
 */
export async function namedParams(
  options: GivenFilters,
  names: Search['names'],
  plain: Params,
): Promise<Params> {
  const isOther = plain.some(([name, value]) => name === 'category_id' && String(value) !== passengerCars)
  const params: Param[] = []
  const ids = new Map<string, number>()
  for (const filter of searchFilters) {
    if (filter.kind !== 'name' && filter.kind !== 'names') continue
    const of = filter.kind === 'name' ? filter.of : null
    for (const [at, text] of given(filter, options).entries()) {
      if (isOther && ofCategory.has(filter.list) && !/^\d+$/.test(text))
        throw new UsageError(m.cli_filter_category_names({ option: flagOf(filter.flags) }))
      const id = await idOf({ ...filter, of }, text, names, ids)
      ids.set(flagOf(filter.flags), id)
      params.push([numbered(filter, at, id), String(id)])
    }
  }
  return params
}

/** The n-th of a repeated parameter; an option of the car has its id for a number. */
const numbered = ({ kind, param }: SearchFilter, at: number, id: number): string =>
  kind === 'names' ? `${param}[${param === 'auto_options' ? id : at}]` : param

interface ListFilter extends Pick<SearchFilter, 'flags'> {
  readonly list: MarketList
  readonly of: string | null
}

async function idOf(
  filter: ListFilter,
  text: string,
  names: Search['names'],
  ids: ReadonlyMap<string, number>,
): Promise<number> {
  const owner = filter.of === null ? null : ids.get(filter.of)
  const isNumber = /^\d{1,15}$/.test(text)
  // Some models are called by a number, such as Peugeot's 308.
  if (isNumber && (filter.list !== 'models' || owner === undefined)) return Number(text)
  if (owner === undefined)
    throw new UsageError(m.cli_filter_of({ option: flagOf(filter.flags), of: filter.of ?? '' }))
  const list = await names.read(filter.list, owner)
  if (list === null && isNumber) return Number(text)
  if (list === null) throw new UsageError(m.cli_filter_no_list({ option: flagOf(filter.flags), text }))
  return isNumber ? byNumber(filter, text, list) : byName(filter, text, list)
}

interface Named {
  readonly id: number
  readonly name: string
}

/** A model whose name is a number, or its id. @throws UsageError if one is called as another one's id is written */
function byNumber(filter: ListFilter, text: string, list: readonly Named[]): number {
  const meant = list.filter(({ id, name }) => name === text || id === Number(text))
  if (meant.length > 1)
    throw new UsageError(
      m.cli_filter_several({ option: flagOf(filter.flags), text, names: shownNames(meant) }),
    )
  return meant[0]?.id ?? Number(text)
}

function byName(filter: ListFilter, text: string, list: readonly Named[]): number {
  const candidates = list.map((each): NameCandidate => ({ ...each, about: '', source: 'lookup' }))
  const { same, near } = matchName(text, candidates)
  const [only, other] = same
  if (only && !other) return only.id
  const said = { option: flagOf(filter.flags), text }
  if (other) throw new UsageError(m.cli_filter_several({ ...said, names: shownNames(same) }))
  const likely = likelyNames(text, near, candidates)
  throw new UsageError(
    likely.length > 0
      ? `${m.cli_filter_not_listed(said)} ${m.cli_did_you_mean({ names: shownNames(likely) })}`
      : m.cli_filter_unknown({ ...said, names: shownNames(candidates) }),
  )
}

const shownNames = (list: readonly Named[]): string =>
  list
    .slice(0, mostOffered)
    .map(({ id, name }) => `${name} (${id})`)
    .join(', ')
