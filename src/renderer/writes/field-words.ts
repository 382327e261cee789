import { currencies } from '#shared/batch/currency.ts'
import { fieldNamed } from '#shared/batch/field-lists.ts'
import type { FieldKind } from '#shared/batch/write-fields.ts'
import { type ColumnName, columnNames, fileColumns } from '#shared/import/file-columns.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { formatNumber } from '../ui/format.ts'

const isColumn = (name: string): name is ColumnName => columnNames.some((known) => known === name)

/** A column's plain name; a header that is none of ours stays as the file has it. */
export const columnWords = (column: string): string =>
  isColumn(column) ? fileColumns[column].label() : column

const codes: Readonly<Record<string, string>> = currencies

const words: Readonly<Record<FieldKind, (value: string | number) => string>> = {
  id: String,
  currency: (value) => codes[value] ?? String(value),
  price: (value) => (typeof value === 'number' ? formatNumber(value) : value),
  text: String,
  flag: (value) => (value === 1 ? m.word_yes() : m.word_no()),
}

/** A parameter's value as a person reads it: flags as yes and no, currencies by their codes. */
export function valueWords(name: string, value: string | number): string {
  const field = fieldNamed(name)
  return field ? words[field.kind](value) : String(value)
}
