import { type CurrencyId, currencyIds, priceIn } from '#shared/batch/currency.ts'
import { fieldNames } from '#shared/batch/field-names.ts'
import type { ShownAdvert, ShownProperty } from './shown-advert.ts'
import { type FieldName, writeFields } from '#shared/batch/write-fields.ts'
import { fieldKinds } from './field-kinds.ts'
import { hiddenFields, kindOf, visibleFields } from '#shared/batch/field-lists.ts'
import type { Values } from './values.ts'

/**
 * The value of a field as a read shows it; null if it shows none.
 * @param currency the one that a price is asked in
 */
export function shownValue(
  field: FieldName,
  advert: ShownAdvert,
  currency: CurrencyId | null = advert.currency,
): string | number | null {
  const shownAs = shownNameOf(field)
  if (shownAs === null) return null
  if (shownAs === 'price') return currency === null ? null : priceIn(advert, currency)
  return advert[shownAs]
}

/** The property of a read advert that shows the field; null if none does. */
export const shownNameOf = (field: FieldName): ShownProperty | null => writeFields[field].shownAs

/** Whether reads show the field. */
export const isShown = (field: FieldName): boolean => !hiddenFields.includes(field)

/** What a read shows of the values that a write may change; a field that the service left out is absent. */
export function shownValues(advert: ShownAdvert, fields: readonly FieldName[] = visibleFields): Values {
  const values: Record<string, string | number> = {}
  for (const field of fields) {
    const value = shownValue(field, advert)
    if (value !== null) values[field] = value
  }
  return values
}

/** Of values that we wrote ourselves, those that no read shows. */
export const hiddenValues = (written: Values): Values =>
  Object.fromEntries(
    hiddenFields.flatMap((field) => {
      const value = written[field]
      return value === undefined ? [] : [[field, value]]
    }),
  )

/** An advert as a read would show it if it has what we wrote; null for what we never wrote. */
export function writtenAdvert(autoId: number, written: Values): ShownAdvert {
  const currency = currencyIds.find((id) => id === written.currency_id) ?? null
  const priced = (id: CurrencyId): number | null => (id === currency ? numberOf(written.price) : null)
  const shown = fieldNames.flatMap((field) => {
    const name = shownNameOf(field)
    const value = kindOf(field) === 'text' ? textOf(written[field]) : numberOf(written[field])
    return name === null || name === 'price' ? [] : [[name, value]]
  })
  const prices = { usd: priced(1), eur: priced(2), uah: priced(3) }
  return { ...Object.fromEntries(shown), ...prices, currency, autoId } as ShownAdvert
}

const numberOf = (value: string | number | undefined): number | null =>
  typeof value === 'number' ? value : null

const textOf = (value: string | number | undefined): string | null =>
  value === undefined ? null : String(value)

/** Whether two values of a field mean the same at the service. */
export const isSameValue = (
  field: FieldName,
  left: string | number | undefined,
  right: string | number | undefined,
): boolean => fieldKinds[kindOf(field)].isSame(left, right)
