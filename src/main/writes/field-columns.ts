import { currencies } from '#shared/batch/currency.ts'
import type { Operation } from '#shared/batch/operation.ts'
import { type FieldName, type FieldKind, writeFields, type WriteField } from '#shared/batch/write-fields.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { SheetColumn } from '../files/xlsx/sheet.ts'
import { changeableFields, kindOf, isAlwaysRequired } from '#shared/batch/field-lists.ts'

const kindHints: Readonly<Record<FieldKind, () => string>> = {
  id: m.tables_hint_advert,
  currency: m.tables_hint_currency,
  price: m.tables_hint_price,
  text: m.tables_hint_text,
  flag: m.tables_hint_flag,
}

const literal = (values: readonly (string | number)[]): string => `"${values.join(',')}"`

const kindChoices: Readonly<Partial<Record<FieldKind, string>>> = {
  currency: literal(Object.values(currencies)),
  flag: literal([1, 0]),
}

/** Column of a field in a workbook that is filled in by hand and imported: its plain name, the choices, and a hint. */
export function fieldColumn(
  field: FieldName,
  operation: Operation,
  hint = kindHints[kindOf(field)](),
): SheetColumn {
  const { label, long = false }: WriteField = writeFields[field]
  const kind = kindOf(field)
  const source = kindChoices[kind]
  return {
    header: label(),
    width: long ? 60 : 16,
    text: kind === 'text' || kind === 'currency',
    hint: fullHint(field, operation, hint),
    ...(source === undefined ? {} : { choice: { source, only: true } }),
  }
}

function fullHint(field: FieldName, operation: Operation, hint: string): string {
  if (isAlwaysRequired(operation, field)) return m.tables_hint_required({ hint })
  const keeps = operation === 'edit' && changeableFields.includes(field)
  return keeps ? `${hint} ${m.tables_hint_keep()}` : hint
}
