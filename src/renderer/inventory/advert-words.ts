import { currencies, type CurrencyCode, priceCodes } from '#shared/batch/currency.ts'
import { fieldNamed, isLong } from '#shared/batch/field-lists.ts'
import type { AdvertColumn, AdvertRow, AdvertState } from '#shared/inventory/advert.ts'
import { photoAddress } from '#shared/inventory/photo-address.ts'
import { stateWords } from '#shared/inventory/state-words.ts'
import {
  type ExtraField,
  extraFields,
  isOfKind,
  type RowField,
  rowFields,
} from '#shared/staged/staged-fields.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { lowered } from '#shared/i18n/locale.ts'
import { sheetTime } from '#shared/time/sheet-time.ts'
import { formatDate } from '../ui/format-date.ts'
import { plainNumber } from '../ui/plain-number.ts'
import { formatMoney } from '../ui/format-money.ts'
import { formatAgo, formatNumber } from '../ui/format.ts'
import { kyivTip } from '../ui/kyiv-time.ts'
import type { GridColumn } from '../ui/grid/columns.ts'
import { rowHeights } from '../ui/grid/density.svelte.ts'
import type { Tone } from '../ui/tone.ts'
import { cellTip, cellTone, editOf, flagText, ownPrice, replacedWords } from './advert-edits.ts'

export const stateTones: Readonly<Record<AdvertState, Tone>> = {
  live: 'plain',
  moderation: 'plain',
  sold: 'plain',
  archive: 'plain',
  expired: 'warning',
  gone: 'conflict',
}

/** All of them, in the order of the filter. Not imported from shared, where the list comes with zod schemas. */
export const advertStates = Object.keys(stateTones) as AdvertState[]

/** The service counts thousands of km; a car without any is new. */
export function mileageWords(mileage: number | null): string {
  if (mileage === null) return ''
  return mileage === 0 ? lowered(m.word_new_one()) : m.inventory_thousand_km({ count: formatNumber(mileage) })
}

const plain = plainNumber

type Column = GridColumn<AdvertRow>

const date = (id: 'addedAt' | 'updatedAt' | 'expiresAt', title: string, hidden = false): Column => ({
  id,
  title,
  width: 100,
  hidden,
  sortable: true,
  text: (row) => formatDate(row[id]),
  copy: (row) => sheetTime(row[id]),
  ...kyivTip((row: AdvertRow) => row[id]),
})

/** Look of the cells of a column of which some are edited. */
const ofEdit = (id: string): Pick<Column, 'tone' | 'tip' | 'replaced'> => ({
  tone: (row) => cellTone(row, id),
  tip: (row) => cellTip(row, id),
  replaced: (row) => replacedWords(editOf(row, id)),
})

const price = (id: 'usd' | 'eur' | 'uah', title: string, width: number): Column => ({
  id,
  title,
  width,
  align: 'end',
  sortable: true,
  hidden: true,
  text: (row) => editedWords(row, id, money(shownPrice(row, id), id), money(row[id], id)),
  copy: (row) => plain(shownPrice(row, id)),
  ...ofEdit(id),
})

const money = (value: number | null, id: 'usd' | 'eur' | 'uah'): string => formatMoney(value, priceCodes[id])

/** The price of an edit in its own currency, else what the advert has. */
function shownPrice(row: AdvertRow, id: 'usd' | 'eur' | 'uah'): number | null {
  const edit = editOf(row, id)
  return typeof edit?.value === 'number' ? edit.value : row[id]
}

/** The price in the advert's own currency, or in that of its edit. */
function mainPrice(row: AdvertRow): { readonly value: number | null; readonly code: CurrencyCode } {
  const edit = editOf(row, 'price')
  const own = ownPrice(row)
  if (typeof edit?.value !== 'number') return { value: row[own], code: priceCodes[own] }
  return { value: edit.value, code: edit.currency === null ? priceCodes[own] : currencies[edit.currency] }
}

/** In conflict, a cell has both values: the edit's, and the one that the advert has now. */
const editedWords = (row: AdvertRow, column: string, edited: string, now: string): string =>
  editOf(row, column)?.state === 'conflict' ? m.inventory_conflict_values({ edited, now }) : edited

/** The price in its own currency, with the edit that is not sent. */
export function shownPriceWords(row: AdvertRow): string {
  const { value, code } = mainPrice(row)
  return formatMoney(value, code)
}

function priceWords(row: AdvertRow): string {
  const own = ownPrice(row)
  return editedWords(row, 'price', shownPriceWords(row), money(row[own], own))
}

const words = (
  id: 'make' | 'model' | 'fuel' | 'region' | 'city' | (RowField & AdvertColumn),
  title: string,
  width: number,
  hidden = false,
): Column => ({
  id,
  title,
  width,
  hidden,
  sortable: true,
  text: (row) => editedWords(row, id, String(editOf(row, id)?.value ?? row[id]), row[id]),
  ...ofEdit(id),
})

const edited = (id: ExtraField): Column => ({
  id,
  title: writtenWords(id),
  width: isLong(id) ? 280 : 140,
  long: isLong(id),
  hidden: true,
  text: (row) => {
    const now = String(row.extra?.[id] ?? '')
    return editedWords(row, id, String(editOf(row, id)?.value ?? now), now)
  },
  ...ofEdit(id),
})

/** No read shows it: it is known of what this app wrote. */
const flag = (id: ExtraField): Column => ({
  ...edited(id),
  width: 104,
  text: (row) => flagText(row, id) || m.word_not_known(),
  copy: (row) => flagText(row, id),
})

const stockNumber = (): Column => ({
  id: 'stockNumber',
  title: m.stock_number_column(),
  width: 82,
  sortable: true,
  text: (row) => row.stockNumber ?? '',
})

/**
 * The grid's columns in the language of the moment. First come those that say what to do about a car, which are whole
 * next to an open advert at 1440 px.
 * @param hasNumbers whether any advert has a stock number: without one there is no column of them
 * @param rowHeight of rows whose photos are to be seen whole, px
 * @param more how many further columns are shown at first. For each of them, and for that of the stock numbers, one of
 * these goes. So all are whole in a window of 1440 px
 */
export function advertColumns(
  now: () => number,
  hasNumbers = false,
  rowHeight = rowHeights.normal,
  more = 0,
): readonly Column[] {
  const shownBeside = more + (hasNumbers ? 1 : 0)
  return [
    {
      id: 'photo',
      title: m.inventory_col_photo(),
      width: Math.max(60, Math.round(rowHeight * 1.4) + 16),
      pinned: true,
      text: () => '',
      copy: (row) => row.photo,
      picture: (row) => (row.photo === '' ? '' : photoAddress(row.id, row.photo)),
    },
    {
      id: 'title',
      title: m.inventory_col_title(),
      width: 220,
      grows: true,
      pinned: true,
      sortable: true,
      text: (row) => row.title,
    },
    ...(hasNumbers ? [stockNumber()] : []),
    words('make', m.word_make(), 100, true),
    words('model', m.word_model(), 100, true),
    ...rowFields.map((field) => words(field, writtenWords(field), 140, true)),
    {
      id: 'price',
      title: m.word_price(),
      width: 156,
      align: 'end',
      sortable: true,
      text: priceWords,
      copy: (row) => plain(mainPrice(row).value),
      copyTitle: m.inventory_col_price_own(),
      ...ofEdit('price'),
    },
    {
      id: 'currency',
      title: m.word_currency(),
      width: 84,
      hidden: true,
      text: (row) => mainPrice(row).code,
    },
    price('usd', m.inventory_col_usd(), 92),
    price('eur', m.inventory_col_eur(), 92),
    price('uah', m.inventory_col_uah(), 104),
    date('expiresAt', m.word_expires()),
    {
      id: 'id',
      title: m.word_id(),
      width: 92,
      align: 'end',
      sortable: true,
      text: (row) => String(row.id),
    },
    {
      id: 'state',
      title: m.word_state(),
      width: 116,
      sortable: true,
      text: (row) => stateWords(row.state),
      tone: (row) => stateTones[row.state],
      chip: true,
    },
    {
      id: 'year',
      title: m.word_year(),
      width: 72,
      align: 'end',
      sortable: true,
      text: (row) => plain(row.year),
    },
    {
      id: 'mileage',
      title: m.word_mileage(),
      width: 96,
      align: 'end',
      sortable: true,
      text: (row) => mileageWords(row.mileage),
      copy: (row) => plain(row.mileage === null ? null : row.mileage * 1000),
      copyTitle: m.inventory_col_mileage_km(),
    },
    words('fuel', m.word_fuel(), 120, true),
    words('city', m.word_city(), 112, shownBeside > 1),
    words('region', m.word_region(), 140, true),
    {
      id: 'photos',
      title: m.inventory_col_photos(),
      width: 116,
      align: 'end',
      sortable: true,
      hidden: true,
      text: (row) => plain(row.photos),
    },
    ...extraFields.map((field) => (isOfKind(field, 'flag') ? flag(field) : edited(field))),
    date('updatedAt', m.word_updated(), shownBeside > 0),
    date('addedAt', m.word_added(), true),
    {
      id: 'readAt',
      title: m.inventory_col_read(),
      width: 140,
      hidden: true,
      sortable: true,
      text: (row) => (row.pending ? m.inventory_pending() : formatAgo(row.readAt, now())),
      copy: (row) => sheetTime(row.readAt),
      tone: (row) => (row.pending ? 'done' : undefined),
    },
  ]
}

const groupNames: Readonly<Record<string, () => string>> = {
  advert: m.word_advert,
  autoData: m.word_vehicle,
  photoData: m.word_photos,
  stateData: m.word_place,
  levelData: m.inventory_group_level,
  dealer: m.inventory_group_dealer,
  checkedVin: m.inventory_group_vin,
  userPhoneData: m.word_phone,
  oldTop: m.inventory_group_top,
}

/** A group that has no words yet is called what the contract calls it. */
export const groupWords = (name: string): string => groupNames[name]?.() ?? name

/** A parameter of ours by its plain name. */
export const writtenWords = (name: string): string => fieldNamed(name)?.label() ?? name
