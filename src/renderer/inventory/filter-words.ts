import type { AdvertState } from '#shared/inventory/advert.ts'
import { stateWords } from '#shared/inventory/state-words.ts'
import {
  type AdvertFilter,
  type FilterField,
  isBareFilter,
  type MedianFilter,
  type NameFilter,
  type NumberFilter,
} from '#shared/inventory/advert-filter.ts'
import { nameColumns, type NameColumn, rangeColumns } from '#shared/inventory/column-lists.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { formatNumber } from '../ui/format.ts'

const fieldNames: Readonly<Record<FilterField, () => string>> = {
  usd: m.inventory_col_usd,
  eur: m.inventory_col_eur,
  uah: m.inventory_col_uah,
  make: m.word_make,
  model: m.word_model,
  version: m.word_version,
  region: m.word_region,
  city: m.word_city,
  year: m.word_year,
  mileage: m.inventory_filter_mileage,
  fuel: m.word_fuel,
  photos: m.word_number_of_photos,
  age: m.inventory_filter_age,
  updatedAgo: m.inventory_filter_updated_ago,
  expiresIn: m.inventory_filter_expires_in,
  position: m.inventory_filter_position,
  median: m.inventory_filter_median,
  noPhoto: m.inventory_no_photo,
  uncompared: m.today_uncompared,
  pending: m.inventory_filter_pending,
  stockNumber: m.word_stock_number,
  views: m.demand_col_views,
  phones: m.demand_col_phones,
  noViews: m.demand_filter_no_views,
  viewsFell: m.demand_filter_fell,
}

/** Fields that a person can filter by, in the order in which they are offered. */
const filterFields = Object.keys(fieldNames) as FilterField[]

const ofViews: ReadonlySet<FilterField> = new Set(['views', 'phones', 'noViews', 'viewsFell'])

/**
 * Those of them that there is anything to find by.
 * @param hasViews whether the views of any advert are known
 * @param used one that is filtered by already, which stays among them
 */
export const offeredFields = (hasViews: boolean, used?: FilterField): FilterField[] =>
  hasViews ? filterFields : filterFields.filter((field) => !ofViews.has(field) || field === used)

export const fieldWords = (field: FilterField): string => fieldNames[field]()

/** True if it is a column of names: its filter is a choice. */
export const isNameField = (field: FilterField): field is NameColumn =>
  nameColumns.some((name) => name === field)

/** True if a filter by names is about having none. */
export const isUnnamed = (values: readonly string[]): boolean => values.length === 1 && values[0] === ''

/** Names that a chip spells out. */
const mostNames = 3

/**
 * A filter as its chip says it.
 * @param most names that are spelt out
 */
export function filterWords(filter: AdvertFilter, most = mostNames): string {
  if (isBareFilter(filter)) return fieldWords(filter.field)
  if (filter.field === 'stockNumber') return numberWords(filter)
  if (filter.field === 'median') return medianWords(filter)
  const name = fieldWords(filter.field)
  if ('values' in filter) return nameWords(filter, most)
  if (filter.empty !== undefined) return emptyWords(name, filter.empty)
  const { from, to } = filter
  if (filter.field === 'expiresIn' && to !== null && (from ?? 0) === 0)
    return m.inventory_filter_expires_within({ count: to })
  if (filter.field === 'position') return positionWords(from ?? 0, to ?? 100)
  // A year has no groups of digits.
  const number = (value: number): string => (filter.field === 'year' ? String(value) : formatNumber(value))
  if (from !== null && to !== null)
    return m.inventory_filter_range({ name, from: number(from), to: number(to) })
  if (from !== null) return m.inventory_filter_at_least({ name, from: number(from) })
  return m.inventory_filter_at_most({ name, to: to === null ? '' : number(to) })
}

function numberWords({ is, text }: NumberFilter): string {
  if (is === 'like') return m.stock_filter_like_chip({ text })
  return is === 'any' ? m.stock_filter_any_chip() : m.stock_row_no_key()
}

const medianWords = ({ is, by }: MedianFilter): string =>
  is === 'over'
    ? m.inventory_filter_median_over({ percent: by })
    : m.inventory_filter_median_under({ percent: by })

const positionWords = (from: number, to: number): string => m.inventory_filter_position_range({ from, to })

const emptyWords = (name: string, isEmpty: boolean): string =>
  isEmpty ? m.inventory_filter_is_empty({ name }) : m.inventory_filter_is_filled({ name })

function nameWords({ field, values, not }: NameFilter, most: number): string {
  const name = fieldWords(field)
  if (isUnnamed(values)) return emptyWords(name, !not)
  const names = alternatives(values, most)
  return not ? m.inventory_filter_names_not({ name, names }) : m.inventory_filter_names({ name, names })
}

/** `BMW, Audi or Kia`; of more names than `most`, the number of the others. */
function alternatives(values: readonly string[], most: number): string {
  const names = values.map((value) => (value === '' ? m.inventory_filter_unnamed() : value))
  const shown =
    names.length <= most
      ? names
      : [...names.slice(0, most - 1), m.inventory_filter_names_more({ more: names.length - most + 1 })]
  const last = shown.at(-1) ?? ''
  if (shown.length < 2) return last
  return m.inventory_filter_names_or({ names: shown.slice(0, -1).join(', '), last })
}

/** A state that many adverts are filtered by, which some languages say in the plural. */
export const statesWords = (state: AdvertState): string => plurals[state]?.() ?? stateWords(state)

const plurals: Partial<Readonly<Record<AdvertState, () => string>>> = {
  live: m.inventory_states_live,
  sold: m.inventory_states_sold,
  gone: m.inventory_states_gone,
}

/** Columns whose filter has another name; the price column is filtered by the price in dollars, by which it is sorted. */
const others: ReadonlyMap<string, FilterField> = new Map([
  ['photo', 'noPhoto'],
  ['price', 'usd'],
  ['expiresAt', 'expiresIn'],
  ['updatedAt', 'updatedAgo'],
  ['addedAt', 'age'],
  ['stockNumber', 'stockNumber'],
  ['views', 'views'],
  ['phones', 'phones'],
  ['viewsTrend', 'viewsFell'],
])

const ownNames: readonly FilterField[] = [...nameColumns, ...rangeColumns]

/** The filter field of a column; undefined if it has none. */
export const columnField = (column: string): FilterField | undefined =>
  others.get(column) ?? ownNames.find((field) => field === column)
