import { currencies } from '#shared/batch/currency.ts'
import { fieldNamed } from '#shared/batch/field-lists.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { AdvertLink, LinkedField } from '#shared/stock/stock-calls.ts'
import { formatDate } from '../ui/format-date.ts'
import { valueWords } from '../writes/field-words.ts'

const origins: Readonly<Record<AdvertLink['origin'], () => string>> = {
  created: m.stock_origin_created,
  column: m.stock_origin_column,
  matched: m.stock_origin_matched,
  likeness: m.stock_origin_likeness,
  hand: m.stock_origin_hand,
}

/** Sentences about the source of a link and what became of the car. */
export const linkFacts = ({ source, origin, at, out }: AdvertLink): string[] => [
  source === null ? m.stock_pane_no_source() : m.stock_pane_source({ source }),
  origins[origin](),
  ...(formatDate(at) === '' ? [] : [m.stock_pane_since({ date: formatDate(at) })]),
  ...(out === null ? [] : [out === 'file' ? m.stock_pane_out_file() : m.stock_pane_out_person()]),
]

/** Characters of a text that a line shows. */
const mostShown = 120

const codes: Readonly<Record<string, string>> = currencies

/** A value of a field as a line shows it, a price with its currency. */
function shownValue({ field, currency }: LinkedField, value: string | number): string {
  const words = valueWords(field, value)
  const text = words.length > mostShown ? `${words.slice(0, mostShown)}…` : words
  return currency === null ? text : `${text} ${codes[currency] ?? ''}`.trim()
}

/** Lines about a field: the file's value, and what became of it. */
export function fieldLines(known: LinkedField): string[] {
  const { given, live, byHand, pinned } = known
  return [
    given === null ? m.stock_field_says_nothing() : m.stock_field_says({ value: shownValue(known, given) }),
    ...(byHand
      ? [
          live === null || live === ''
            ? m.stock_field_by_hand_empty()
            : m.stock_field_by_hand({ value: shownValue(known, live) }),
        ]
      : []),
    ...(pinned ? [m.stock_field_pinned()] : []),
  ]
}

export const fieldLabel = (field: string): string => fieldNamed(field)?.label() ?? field
