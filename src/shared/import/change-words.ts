import { fieldNamed } from '../batch/field-lists.ts'
import { currencies, type CurrencyCode } from '../batch/currency.ts'
import type { Change, ChangingRow } from '../batch/row-changes.ts'
import { m } from '../i18n/generated/messages.js'
import { numberWords } from '../i18n/locale.ts'
import { priceWords } from '../i18n/money-words.ts'
import { type ColumnName, columnNames, fileColumns } from './file-columns.ts'

const codes: Readonly<Record<string, CurrencyCode>> = currencies
const isColumn = (name: string): name is ColumnName => columnNames.some((known) => known === name)

/** Names of a vehicle's ids, by their fields. */
type Names = Readonly<Record<string, string>>

const labelOf = (field: string): string => (isColumn(field) ? fileColumns[field].label() : field)

/**
 * A value as a person reads it: flags as yes and no, currencies by their codes, prices with their currency's sign.
 * @param currency the id of the currency that a price is in; without it a price is a number
 */
export function valueWords(field: string, value: string | number, currency?: string | number): string {
  const kind = fieldNamed(field)?.kind
  if (kind === 'currency') return codes[value] ?? String(value)
  if (kind === 'flag') return value === 1 ? m.word_yes() : m.word_no()
  if (kind === 'price' && typeof value === 'number') {
    const code = codes[currency ?? '']
    return code ? priceWords(value, code) : numberWords(value)
  }
  return value === '' ? '—' : String(value)
}

/**
 * A value that is kept as text, such as in a message of the journal: prices in the form of the language.
 * @param currency as for `valueWords`
 */
export function storedWords(field: string, value: string, currency?: string | number): string {
  const number = value.trim() === '' ? Number.NaN : Number(value)
  const isNumber = fieldNamed(field)?.kind !== 'text' && Number.isFinite(number)
  return valueWords(field, isNumber ? number : value, currency)
}

/** An old value; a price in another currency than the row's is said in that too: `₴675,000 ($16,071)`. */
export function oldWords(
  field: string,
  value: string | number,
  { payload, before, rowPrice }: Omit<ChangingRow, 'operation'>,
): string {
  const words = valueWords(field, value, before.currency_id)
  const isConverted = fieldNamed(field)?.kind === 'price' && rowPrice !== undefined
  return isConverted ? `${words} (${valueWords(field, rowPrice, payload.currency_id)})` : words
}

/** The old value and the new one, as in `$12,100 → $12,450`; the new one alone if the old one isn't known. */
export function oldNewWords({ field, from, to }: Change, row: ChangingRow, names: Names = {}): string {
  const next = to === null ? '—' : (names[field] ?? valueWords(field, to, row.payload.currency_id))
  return from === null ? next : `${oldWords(field, from, row)} → ${next}`
}

/** A change in words, the same in the window and on the command line: `Price $12,100 → $12,450`. */
export const changeWords = (change: Change, row: ChangingRow): string =>
  `${labelOf(change.field)} ${oldNewWords(change, row)}`
