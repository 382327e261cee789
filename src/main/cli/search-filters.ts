import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings'
import { m } from '#shared/i18n/generated/messages.js'
import { orderNumbers } from '#shared/search/answer-order.ts'
import type { MarketList } from '#shared/search/search-calls.ts'
import { oneOf, flagOf } from './options.ts'

/** A filter of the search as an option of the command line: what it is called, and what is sent for it. */
export type SearchFilter = {
  /** `--price-from <SUM>`. */
  readonly flags: string
  readonly meaning: () => string
  /** The parameter, `marka_id[0]`; of one that is repeated without its number, `type`. */
  readonly param: string
} & (
  | { readonly kind: 'value' }
  /** Sent with this value if it is given. */
  | { readonly kind: 'flag'; readonly value: string }
  /** Words, each of which stands for a value. */
  | { readonly kind: 'choice'; readonly choices: Readonly<Record<string, string>> }
  /** A name of a list or its id; the list may be that of another filter's choice, the models of a make. */
  | { readonly kind: 'name'; readonly list: MarketList; readonly of: string | null }
  /** The same, several times. */
  | { readonly kind: 'names'; readonly list: MarketList }
)

type Meaning = SearchFilter['meaning']

const value = (flags: string, param: string, meaning: Meaning): SearchFilter => ({
  ...{ kind: 'value', flags, param, meaning },
})
const flag = (flags: string, param: string, sent: string, meaning: Meaning): SearchFilter => ({
  ...{ kind: 'flag', flags, param, value: sent, meaning },
})
const choice = (
  flags: string,
  param: string,
  choices: Readonly<Record<string, string>>,
  meaning: Meaning,
): SearchFilter => ({ ...{ kind: 'choice', flags, param, choices, meaning } })
const name = (
  flags: string,
  param: string,
  list: MarketList,
  meaning: Meaning,
  of: string | null = null,
): SearchFilter => ({ ...{ kind: 'name', flags, param, list, of, meaning } })
const names = (flags: string, param: string, list: MarketList, meaning: Meaning): SearchFilter => ({
  ...{ kind: 'names', flags, param, list, meaning },
})

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

/**
 * Every filter of GET /auto/search (docs/service/vehicles.md, and those observed since), except for the number of the
 * page, which has an option of its own. Several vehicles or places are given by their parameters.
 */
export const searchFilters: readonly SearchFilter[] = [
  name('--make <NAME>', 'marka_id[0]', 'makes', m.cli_filter_make),
  name('--model <NAME>', 'model_id[0]', 'models', m.cli_filter_model, '--make'),
  value('--year-from <YEAR>', 's_yers[0]', m.search_param_s_yers),
  value('--year-to <YEAR>', 'po_yers[0]', m.search_param_po_yers),
  value('--price-from <SUM>', 'price_ot', m.search_param_price_ot),
  value('--price-to <SUM>', 'price_do', m.search_param_price_do),
  choice('--currency <CODE>', 'currency', { USD: '1', EUR: '2', UAH: '3' }, m.cli_filter_currency),
  flag('--bargain', 'auctionPossible', '1', m.cli_filter_bargain),
  value('--mileage-from <N>', 'raceFrom', m.search_param_race_from),
  value('--mileage-to <N>', 'raceTo', m.search_param_race_to),
  names('--fuel <NAME>', 'type', 'fuels', m.cli_filter_fuel),
  names('--gearbox <NAME>', 'gearbox', 'gearboxes', m.cli_filter_gearbox),
  names('--body <NAME>', 'bodystyle', 'bodyStyles', m.cli_filter_body),
  value('--engine-from <LITRES>', 'engineVolumeFrom', m.search_param_volume_from),
  value('--engine-to <LITRES>', 'engineVolumeTo', m.search_param_volume_to),
  value('--power-from <N>', 'powerFrom', m.search_param_power_from),
  value('--power-to <N>', 'powerTo', m.search_param_power_to),
  choice('--power-unit <UNIT>', 'power_name', { hp: '1', kw: '2' }, m.cli_filter_power_unit),
  names('--equipment <NAME>', 'auto_options', 'options', m.cli_filter_equipment),
  name('--region <NAME>', 'state[0]', 'states', m.help_region),
  name('--city <NAME>', 'city[0]', 'cities', m.cli_filter_city, '--region'),
  names('--origin <COUNTRY>', 'brandOrigin', 'countries', m.cli_filter_origin),
  flag('--in-ukraine', 'abroad', '2', m.cli_filter_in_ukraine),
  flag('--customs-cleared', 'custom', '1', m.cli_filter_customs),
  flag('--with-photo', 'with_photo', '1', m.cli_filter_photo),
  flag('--exchange', 'with_exchange', '1', m.cli_filter_exchange),
  flag('--exchange-for-realty', 'with_real_exchange', '1', m.cli_filter_realty),
  name('--exchange-make <NAME>', 'exchange_filter[marka_id]', 'makes', m.cli_filter_exchange_make),
  name(
    '--exchange-model <NAME>',
    'exchange_filter[model_id]',
    'models',
    m.cli_filter_exchange_model,
    '--exchange-make',
  ),
  value('--seller <USER_ID>', 'user_id', m.search_param_user_id),
  choice('--added <WITHIN>', 'top', addedWithin, m.cli_filter_added),
  value('--created-after <TIME>', 'created_after', m.cli_filter_created_after),
  value('--created-before <TIME>', 'created_before', m.cli_filter_created_before),
  flag('--not-deleted', 'status_id', '0', m.cli_filter_not_deleted),
  value('--category <ID>', 'category_id', m.search_param_category_id),
  choice(
    '--order <N>',
    'order_by',
    Object.fromEntries(orderNumbers.map((each) => [each, each])),
    m.cli_filter_order,
  ),
  value('--page-size <N>', 'countpage', m.cli_filter_page_size),
  choice('--answer-language <CODE>', 'lang_id', { ru: '2', uk: '4' }, m.cli_filter_language),
]

/** Adds an option for each filter, under a heading of their own. */
export function addSearchFilters<Described extends CommandUnknownOpts>(command: Described): Described {
  for (const filter of searchFilters) command.addOption(optionOf(filter))
  return command
}

function optionOf(filter: SearchFilter): Option {
  const words = filter.kind === 'choice' ? Object.keys(filter.choices) : []
  const meaning = [filter.meaning(), words.join(', ')].filter(Boolean).join(': ')
  const option = new Option(filter.flags, meaning).helpGroup(m.cli_title_filters())
  if (filter.kind === 'names')
    option.argParser((given: string, before: readonly string[] | undefined) => [...(before ?? []), given])
  if (filter.kind === 'choice') option.choices(words).argParser(oneOf(flagOf(filter.flags), words))
  return option
}
