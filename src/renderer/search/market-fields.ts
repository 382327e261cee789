import { m } from '#shared/i18n/generated/messages.js'
import { lowered } from '#shared/i18n/locale.ts'
import { directionOf, type Direction, type Directions, orderNumbers } from '#shared/search/answer-order.ts'
import { orderWords } from '#shared/search/order-words.ts'
import type { MarketList } from '#shared/search/search-calls.ts'
import type { Choice } from '../ui/choice.ts'
import type { FormValues } from './form-params.ts'

/** A filter that has one value, and how it is entered. */
export type MarketField =
  | { readonly kind: 'number' | 'text'; readonly name: string; readonly label: () => string }
  /** An id that is chosen by its name. */
  | {
      readonly kind: 'named'
      readonly name: string
      readonly label: () => string
      readonly list: MarketList
      /** The field whose value the list belongs to: the make of a model. */
      readonly of: string | null
    }
  /** Sent with this value if it is ticked. */
  | { readonly kind: 'flag'; readonly name: string; readonly label: () => string; readonly value: string }
  | {
      readonly kind: 'choice'
      readonly name: string
      readonly label: () => string
      /** @param seen which way the orders were seen to sort */
      readonly choices: (seen: Directions) => readonly Choice<string>[]
    }

export interface FieldGroup {
  readonly title: () => string
  readonly fields: readonly MarketField[]
}

const number = (name: string, label: () => string): MarketField => ({ kind: 'number', name, label })
const text = (name: string, label: () => string): MarketField => ({ kind: 'text', name, label })
const named = (
  name: string,
  label: () => string,
  list: MarketList,
  of: string | null = null,
): MarketField => ({
  kind: 'named',
  name,
  label,
  list,
  of,
})
const flag = (name: string, label: () => string, value = '1'): MarketField => ({
  kind: 'flag',
  name,
  label,
  value,
})

const choice = (
  name: string,
  label: () => string,
  choices: (seen: Directions) => readonly Choice<string>[],
): MarketField => ({ kind: 'choice', name, label, choices })

const group = (title: () => string, ...fields: readonly MarketField[]): FieldGroup => ({ title, fields })

const currencies = (): readonly Choice<string>[] => [
  { value: '', label: m.search_any_currency() },
  { value: '1', label: 'USD' },
  { value: '2', label: 'EUR' },
  { value: '3', label: 'UAH' },
]

const orders = (seen: Directions): readonly Choice<string>[] => [
  { value: '', label: m.search_order_usual() },
  ...orderNumbers.slice(1).map((value) => ({
    value,
    label: orderLabel(value, directionOf(value, seen)),
  })),
]

/** Two orders of unknown direction are distinguished by their numbers. */
const orderLabel = (value: string, direction: Direction | undefined): string =>
  direction === undefined ? `${orderWords(value, direction)} · ${value}` : orderWords(value, direction)

const units = (): readonly Choice<string>[] => [
  { value: '', label: m.search_unit_any() },
  { value: '1', label: m.search_unit_hp() },
  { value: '2', label: m.search_unit_kw() },
]

/** Choices for the time since an advert was added at most, by the service's own numbers, the shortest first. */
const addedWithin = (): readonly Choice<string>[] => [
  { value: '', label: m.search_added_any() },
  { value: '1', label: m.search_added_hours({ count: 1 }) },
  { value: '8', label: m.search_added_hours({ count: 3 }) },
  { value: '9', label: m.search_added_hours({ count: 6 }) },
  { value: '14', label: m.search_added_hours({ count: 12 }) },
  { value: '11', label: m.search_added_days({ count: 1 }) },
  { value: '2', label: lowered(m.word_today()) },
  { value: '10', label: m.search_added_days({ count: 2 }) },
  { value: '3', label: m.search_added_days({ count: 3 }) },
  { value: '4', label: m.search_added_days({ count: 7 }) },
  { value: '5', label: m.search_added_months({ count: 1 }) },
  { value: '6', label: m.search_added_months({ count: 3 }) },
]

/** Each page is a request, and so is each advert that comes into sight. */
const pageSizes = (): readonly Choice<string>[] => [
  { value: '', label: m.search_page_usual() },
  ...['10', '20', '50'].map((value) => ({ value, label: value })),
]

/** Every filter of the search with one value, in the form's groups. */
export const fieldGroups: readonly FieldGroup[] = [
  group(
    m.word_price,
    number('price_ot', m.word_from),
    number('price_do', m.word_to),
    choice('currency', m.word_currency, currencies),
    flag('auctionPossible', m.search_bargain),
  ),
  group(
    m.search_group_engine,
    number('engineVolumeFrom', m.search_volume_from),
    number('engineVolumeTo', m.search_volume_to),
    number('powerFrom', m.search_power_from),
    number('powerTo', m.search_power_to),
    choice('power_name', m.search_power_unit, units),
  ),
  group(
    m.search_group_state,
    flag('custom', m.search_custom),
    flag('abroad', m.search_abroad, '2'),
    flag('with_photo', m.search_with_photo),
    number('category_id', m.word_category_id),
    choice('countpage', m.search_page_size, pageSizes),
  ),
  group(
    m.word_exchange,
    flag('with_exchange', m.search_with_exchange),
    flag('with_real_exchange', m.search_with_real_exchange),
    named('exchange_filter[marka_id]', m.search_exchange_make, 'makes'),
    named('exchange_filter[model_id]', m.search_exchange_model, 'models', 'exchange_filter[marka_id]'),
  ),
  group(
    m.search_group_practice,
    number('raceFrom', m.search_race_from),
    number('raceTo', m.search_race_to),
    choice('order_by', m.search_order, orders),
    number('user_id', m.search_seller),
    choice('top', m.word_added, addedWithin),
    text('created_after', m.search_created_after),
    text('created_before', m.search_created_before),
    flag('status_id', m.search_status, '0'),
  ),
]

export const singleNames: ReadonlySet<string> = new Set(
  fieldGroups.flatMap(({ fields }) => fields.map(({ name }) => name)),
)

/** The form with another value of a filter: what belonged to the old one, such as the model of a make, is no longer chosen. */
export function withSingle(form: FormValues, name: string, value: string): FormValues {
  if ((form.single[name] ?? '') === value) return form
  const inside = fieldGroups
    .flatMap(({ fields }) => fields)
    .flatMap((field) => (field.kind === 'named' && field.of === name ? [[field.name, ''] as const] : []))
  return { ...form, single: { ...form.single, [name]: value, ...Object.fromEntries(inside) } }
}

/** Filters that may be given several times, with the list of their names. */
export const listFields: readonly {
  readonly name: string
  readonly list: MarketList
  readonly label: () => string
}[] = [
  { name: 'bodystyle', list: 'bodyStyles', label: m.search_body },
  { name: 'type', list: 'fuels', label: m.word_fuel },
  { name: 'gearbox', list: 'gearboxes', label: m.word_gearbox },
  { name: 'brandOrigin', list: 'countries', label: m.search_origin },
  { name: 'auto_options', list: 'options', label: m.search_options },
]
