import type { FieldName } from '#shared/import/draft.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { formatNumber } from '../ui/format.ts'

/** Plain names of the service's parameters, in the order in which the wizard offers them. */
export const fieldWords: Readonly<Record<FieldName, () => string>> = {
  action: m.batch_wizard_field_action,
  auto_id: m.batch_wizard_field_auto_id,
  marka_id: m.batch_wizard_field_marka_id,
  model_id: m.batch_wizard_field_model_id,
  base_id: m.batch_wizard_field_base_id,
  equip_id: m.batch_wizard_field_equip_id,
  currency_id: m.batch_wizard_field_currency_id,
  price: m.batch_wizard_field_price,
  auto_note: m.batch_wizard_field_auto_note,
  version: m.batch_wizard_field_version,
  in_stock: m.batch_wizard_field_in_stock,
  test_drive: m.batch_wizard_field_test_drive,
  user_id: m.batch_wizard_field_user_id,
}

export const fieldNames = Object.keys(fieldWords) as FieldName[]

const isField = (name: string): name is FieldName => name in fieldWords

/** A field's plain name; a header that is none of ours stays as the file has it. */
export const columnWords = (column: string): string => (isField(column) ? fieldWords[column]() : column)

/** Currencies of the write endpoints by their numbers; real estate numbers them otherwise. */
const currencyNames: Readonly<Record<string, string>> = { 1: 'USD', 2: 'EUR', 3: 'UAH' }

/** A parameter's value as a person reads it: flags as yes and no, currencies by their codes. */
export function valueWords(field: string, value: string | number): string {
  if (field === 'in_stock' || field === 'test_drive')
    return value === 1 ? m.batch_view_yes() : m.batch_view_no()
  if (field === 'currency_id') return currencyNames[value] ?? String(value)
  if (field === 'price' && typeof value === 'number') return formatNumber(value)
  return String(value)
}
