import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings'
import { m } from '#shared/i18n/generated/messages.js'
import { lowered } from '#shared/i18n/locale.ts'
import { orderNumbers } from '#shared/search/answer-order.ts'
import type { MarketList } from '#shared/search/search-calls.ts'
import { oneOf, flagOf } from './command-definition.ts'

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
