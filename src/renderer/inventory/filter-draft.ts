import {
  type AdvertFilter,
  type FilterField,
  isBareField,
  isBareFilter,
  type MedianFilter,
  type NameFilter,
  type NumberFilter,
} from '#shared/inventory/advert-filter.ts'
import type { NameColumn } from '#shared/inventory/column-lists.ts'
import { readFilterNumber } from '#shared/search/filter-number.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { isNameField, isUnnamed } from './filter-words.ts'

/** Conditions on values: these, none of these, none at all, or any. */
export type Asked = 'is' | 'not' | 'empty' | 'filled'

/** Filter as a person has typed and chosen it. */
export interface FilterDraft {
  readonly asked: Asked
  readonly from: string
  readonly to: string
  readonly values: readonly string[]
  /** Condition on an advert's stock number, and a part of it. */
  readonly is: NumberFilter['is']
  readonly text: string
  /** On which side of the median; by how many percent at least is in `from`. */
  readonly side: MedianFilter['is']
}

/** The filter, or what is wrong with what was typed; `none` if nothing was. */
export type DraftReading =
  | { readonly kind: 'filter'; readonly filter: AdvertFilter }
  | { readonly kind: 'wrong'; readonly words: string }
  | { readonly kind: 'none' }

const prices: ReadonlySet<FilterField> = new Set(['usd', 'eur', 'uah'])

/** A number as a person types it. Null if it is empty, NaN if it is none. */
function readNumber(field: FilterField, text: string): number | null {
  if (text.trim() === '') return null
  const reading = readFilterNumber(prices.has(field) ? 'price' : 'number', text)
  return typeof reading === 'number' ? reading : Number.NaN
}

export const emptyDraft: FilterDraft = {
  asked: 'is',
  from: '',
  to: '',
  values: [],
  is: 'any',
  text: '',
  side: 'over',
}

export function draftOf(filter: AdvertFilter | undefined): FilterDraft {
  const plain = emptyDraft
  if (!filter || isBareFilter(filter)) return plain
  if ('values' in filter) return { ...plain, ...namesDraft(filter) }
  if (filter.field === 'stockNumber') return { ...plain, is: filter.is, text: filter.text }
  if (filter.field === 'median') return { ...plain, side: filter.is, from: String(filter.by) }
  if (filter.empty !== undefined) return { ...plain, asked: filter.empty ? 'empty' : 'filled' }
  return { ...plain, from: String(filter.from ?? ''), to: String(filter.to ?? '') }
}

/** No name, alone, is asked for in words of its own. */
function namesDraft({ values, not }: NameFilter): Pick<FilterDraft, 'asked' | 'values'> {
  if (isUnnamed(values)) return { asked: not ? 'filled' : 'empty', values: [] }
  return { asked: not ? 'not' : 'is', values }
}

export function readFilter(field: FilterField, draft: FilterDraft): DraftReading {
  if (isBareField(field)) return { kind: 'filter', filter: { field } }
  if (isNameField(field)) return readNames(field, draft)
  if (field === 'stockNumber') return readNumberFilter(draft)
  if (field === 'median') return readMedian(draft)
  if (draft.asked === 'empty' || draft.asked === 'filled')
    return { kind: 'filter', filter: { field, from: null, to: null, empty: draft.asked === 'empty' } }
  const from = readNumber(field, draft.from)
  const to = readNumber(field, draft.to)
  if (from === null && to === null) return { kind: 'none' }
  const given = [from, to].filter((bound) => bound !== null)
  const isWrong = (bound: number): boolean =>
    Number.isNaN(bound) ||
    (wholeUpTo[field] !== undefined && (!Number.isInteger(bound) || bound > wholeUpTo[field]))
  if (given.some(isWrong)) return { kind: 'wrong', words: m.inventory_filter_bad_number() }
  if (from !== null && to !== null && from > to)
    return { kind: 'wrong', words: m.inventory_filter_bad_range() }
  return { kind: 'filter', filter: { field, from, to } }
}

function readNames(field: NameColumn, { asked, values }: FilterDraft): DraftReading {
  const names = asked === 'empty' || asked === 'filled' ? [''] : [...values]
  if (names.length === 0) return { kind: 'none' }
  const not = asked === 'not' || asked === 'filled'
  return { kind: 'filter', filter: { field, values: names, ...(not && { not }) } }
}

function readNumberFilter({ is, text }: FilterDraft): DraftReading {
  if (is !== 'like') return { kind: 'filter', filter: { field: 'stockNumber', is, text: '' } }
  const part = text.trim()
  if (part === '') return { kind: 'wrong', words: m.stock_filter_text_needed() }
  return { kind: 'filter', filter: { field: 'stockNumber', is, text: part } }
}

function readMedian({ side, from }: FilterDraft): DraftReading {
  const by = readNumber('median', from)
  if (by === null) return { kind: 'none' }
  if (!Number.isInteger(by) || by < 1 || by > mostPercent)
    return { kind: 'wrong', words: m.inventory_filter_bad_percent() }
  return { kind: 'filter', filter: { field: 'median', is: side, by } }
}

/** Highest percentage that a price can be over the median. */
const mostPercent = 1_000

/** Fields of whole numbers with the largest that the list takes: a hundred years of days, and percent. */
const wholeUpTo: Readonly<Partial<Record<FilterField, number>>> = {
  age: 36_500,
  updatedAgo: 36_500,
  expiresIn: 36_500,
  position: 100,
}
