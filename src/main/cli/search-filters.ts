import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings'
import { m } from '#shared/i18n/generated/messages.js'
import { lowered } from '#shared/i18n/locale.ts'
import { orderNumbers } from '#shared/search/answer-order.ts'
import type { MarketList } from '#shared/search/search-calls.ts'
import { flagOf, oneOf } from './command-definition.ts'
import { likelyNames } from '../names/likely-names.ts'
import { matchName } from '../names/match-name.ts'
import type { NameCandidate } from '../names/name-match.ts'
import type { Search } from '../search/open-search.ts'
import type { Param, Params } from '../service/params.ts'
import { filtersOf, readFiltersOf } from './name-value.ts'
import { UsageError } from './usage-error.ts'

type FilterKind =
  | { readonly kind: 'value' }
  /** Sent with this value if it is given. */
  | { readonly kind: 'flag'; readonly value: string }
  /** Words, each of which stands for a value. */
  | { readonly kind: 'choice'; readonly choices: Readonly<Record<string, string>> }
  /** A name of a list or its id; the list may be that of another filter's choice, the models of a make. */
  | { readonly kind: 'name'; readonly list: MarketList; readonly of: string | null }
  /** The same, several times. */
  | { readonly kind: 'names'; readonly list: MarketList }

/** A filter of the search as an option of the command line: what it is called, and what is sent for it. */
export type SearchFilter = FilterKind & {
  /** `--price-from <SUM>`. */
  readonly flags: string
  readonly meaning: () => string
  /** The parameter, `marka_id[0]`; of one that is repeated without its number, `type`. */
  readonly param: string
}

const filter = (
  flags: string,
  param: string,
  meaning: SearchFilter['meaning'],
  kind: FilterKind = { kind: 'value' },
): SearchFilter => ({ flags, param, meaning, ...kind })

const flag = (value: string): FilterKind => ({ kind: 'flag', value })
const choice = (choices: Readonly<Record<string, string>>): FilterKind => ({ kind: 'choice', choices })
const name = (list: MarketList, of: string | null = null): FilterKind => ({ kind: 'name', list, of })
const names = (list: MarketList): FilterKind => ({ kind: 'names', list })

/** Time since an advert was added at most, by the service's own numbers (docs/service/practice.md). */
const addedWithin = {
  hour: '1',
  '3-hours': '8',
  '6-hours': '9',
  '12-hours': '14',
  day: '11',
  today: '2',
  '2-days': '10',
  '3-days': '3',
  week: '4',
  month: '5',
  '3-months': '6',
}

const orders = Object.fromEntries(orderNumbers.map((each) => [each, each]))

/**
 * Every filter of GET /auto/search (docs/service/vehicles.md, and those observed since), except for the number of the
 * page, which has an option of its own. Several vehicles or places are given by their parameters.
 */
export const searchFilters: readonly SearchFilter[] = [
  filter('--make <NAME>', 'marka_id[0]', m.cli_filter_make, name('makes')),
  filter('--model <NAME>', 'model_id[0]', m.cli_filter_model, name('models', '--make')),
  filter('--year-from <YEAR>', 's_yers[0]', m.search_param_s_yers),
  filter('--year-to <YEAR>', 'po_yers[0]', m.search_param_po_yers),
  filter('--price-from <SUM>', 'price_ot', m.search_param_price_ot),
  filter('--price-to <SUM>', 'price_do', m.search_param_price_do),
  filter('--currency <CODE>', 'currency', m.search_currency_shown, choice({ USD: '1', EUR: '2', UAH: '3' })),
  filter('--bargain', 'auctionPossible', m.search_bargain, flag('1')),
  filter('--mileage-from <N>', 'raceFrom', m.search_param_race_from),
  filter('--mileage-to <N>', 'raceTo', m.search_param_race_to),
  filter('--fuel <NAME>', 'type', m.cli_filter_fuel, names('fuels')),
  filter('--gearbox <NAME>', 'gearbox', m.cli_filter_gearbox, names('gearboxes')),
  filter('--body <NAME>', 'bodystyle', m.cli_filter_body, names('bodyStyles')),
  filter('--engine-from <LITRES>', 'engineVolumeFrom', m.search_param_volume_from),
  filter('--engine-to <LITRES>', 'engineVolumeTo', m.search_param_volume_to),
  filter('--power-from <N>', 'powerFrom', m.search_param_power_from),
  filter('--power-to <N>', 'powerTo', m.search_param_power_to),
  filter('--power-unit <UNIT>', 'power_name', m.search_power_unit, choice({ hp: '1', kw: '2' })),
  filter('--equipment <NAME>', 'auto_options', m.cli_filter_equipment, names('options')),
  filter('--region <NAME>', 'state[0]', m.word_region, name('states')),
  filter('--city <NAME>', 'city[0]', m.cli_filter_city, name('cities', '--region')),
  filter('--origin <COUNTRY>', 'brandOrigin', m.cli_filter_origin, names('countries')),
  filter('--in-ukraine', 'abroad', m.search_abroad, flag('2')),
  filter('--customs-cleared', 'custom', m.cli_filter_customs, flag('1')),
  filter('--with-photo', 'with_photo', m.search_with_photo, flag('1')),
  filter('--exchange', 'with_exchange', m.search_with_exchange, flag('1')),
  filter('--exchange-for-realty', 'with_real_exchange', m.search_with_real_exchange, flag('1')),
  filter('--exchange-make <NAME>', 'exchange_filter[marka_id]', m.search_exchange_make, name('makes')),
  filter(
    '--exchange-model <NAME>',
    'exchange_filter[model_id]',
    m.search_exchange_model,
    name('models', '--exchange-make'),
  ),
  filter('--seller <USER_ID>', 'user_id', m.search_param_user_id),
  filter('--added <WITHIN>', 'top', m.cli_filter_added, choice(addedWithin)),
  filter('--created-after <TIME>', 'created_after', m.cli_filter_created_after),
  filter('--created-before <TIME>', 'created_before', m.cli_filter_created_before),
  filter('--not-deleted', 'status_id', m.search_status, flag('0')),
  filter('--category <ID>', 'category_id', m.search_param_category_id),
  filter('--order <N>', 'order_by', m.cli_filter_order, choice(orders)),
  filter('--page-size <N>', 'countpage', m.cli_filter_page_size),
  filter('--answer-language <CODE>', 'lang_id', m.cli_filter_language, choice({ ru: '2', uk: '4' })),
]

/** Adds an option for each filter, under a heading of their own. */
export function addSearchFilters<Described extends CommandUnknownOpts>(command: Described): Described {
  for (const each of searchFilters) {
    const words = each.kind === 'choice' ? Object.keys(each.choices) : []
    const meaning = [lowered(each.meaning()), words.join(', ')].filter(Boolean).join(': ')
    const option = new Option(each.flags, meaning).helpGroup(`${m.word_filters()}:`)
    if (each.kind === 'names')
      option.argParser((given: string, before: readonly string[] | undefined) => [...(before ?? []), given])
    if (each.kind === 'choice') option.choices(words).argParser(oneOf(flagOf(each.flags), words))
    command.addOption(option)
  }
  return command
}

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
const plainParams = (options: GivenFilters): Params =>
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

/** The pairs and the options that need no list. @throws UsageError for a filter that is given by both */
export function plainFilters(pairs: readonly string[], options: GivenFilters): Params {
  const given = filtersOf(pairs)
  const byOption = flagsByParam(options)
  for (const [name] of given) {
    const option = byOption.get(plainName(name))
    if (option !== undefined) throw new UsageError(m.cli_filter_twice({ option, param: name }))
  }
  return [
    ...given,
    ...readFiltersOf(plainParams(options), (param) => byOption.get(plainName(param)) ?? param),
  ]
}

/**
 * These filters and those that are given by names, as parameters with their ids. A list that isn't saved takes a request.
 * @throws UsageError for a name that the list hasn't, or has several times, with the names that may be meant
 */
export async function allFilters(
  plain: Params,
  options: GivenFilters,
  search: () => Promise<Pick<Search, 'names'>>,
): Promise<Params> {
  const needsNames = searchFilters.some(
    (filter) => (filter.kind === 'name' || filter.kind === 'names') && given(filter, options).length > 0,
  )
  return needsNames ? [...plain, ...(await namedParams(options, (await search()).names, plain))] : plain
}

/** @param plain the other filters, which say of what category the search is */
async function namedParams(options: GivenFilters, names: Search['names'], plain: Params): Promise<Params> {
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
