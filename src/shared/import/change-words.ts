import { fieldNamed } from '../batch/field-names.ts'
import { currencies } from '../batch/currency.ts'
import type { Change } from '../batch/row-changes.ts'
import { m } from '../i18n/generated/messages.js'
import { numberWords } from '../i18n/locale.ts'
import { type ColumnName, columnNames, fileColumns } from './file-columns.ts'

const codes: Readonly<Record<string, string>> = currencies
const isColumn = (name: string): name is ColumnName => columnNames.some((known) => known === name)

/** Names of a vehicle's ids, by their fields. */
type Names = Readonly<Record<string, string>>

const labelOf = (field: string): string => (isColumn(field) ? fileColumns[field].label() : field)

function valueWords(field: string, value: string | number): string {
  const kind = fieldNamed(field)?.kind
  if (kind === 'currency') return codes[value] ?? String(value)
  if (kind === 'flag') return value === 1 ? m.batch_view_yes() : m.batch_view_no()
  if (kind === 'price' && typeof value === 'number') return numberWords(value)
  return value === '' ? '—' : String(value)
}

/** A value that is kept as text, such as in a message of the journal: prices in the form of the language. */
export function storedWords(field: string, value: string): string {
  const number = value.trim() === '' ? Number.NaN : Number(value)
  const isNumber = fieldNamed(field)?.kind !== 'text' && Number.isFinite(number)
  return valueWords(field, isNumber ? number : value)
}

/** The old value and the new one, as in `12,100 → 12,450`; the new one alone if the old one isn't known. */
export function oldNewWords({ field, from, to }: Change, names: Names = {}): string {
  const next = to === null ? '—' : (names[field] ?? valueWords(field, to))
  return from === null ? next : `${valueWords(field, from)} → ${next}`
}

/** A change in words, the same in the window and on the command line: `Price 12,100 → 12,450`. */
export const changeWords = (change: Change, names: Names = {}): string =>
  `${labelOf(change.field)} ${oldNewWords(change, names)}`
