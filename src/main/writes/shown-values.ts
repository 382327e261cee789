import { type CurrencyId, type Prices, currencyIds, priceIn } from '#shared/batch/currency.ts'
import { type FieldName, writeFields } from '#shared/batch/write-fields.ts'
import { fieldNames, hiddenFields, kindOf, visibleFields } from '#shared/batch/field-lists.ts'
import { fieldKinds } from './field-kinds.ts'
import type { Values } from './values.ts'

type Table = typeof writeFields

interface KindValues {
  readonly id: number
  readonly currency: CurrencyId
  readonly price: number
  readonly text: string
  readonly flag: 0 | 1
}

/** The names under which reads show the fields, each with the kind of its values. */
type ShownKinds = {
  [Field in FieldName as NonNullable<Table[Field]['shownAs']>]: Table[Field]['kind']
}

/** A property of a shown advert, or `price`: the one of its three prices that is in the currency asked for. */
type ShownProperty = keyof ShownKinds

/**
 * Returns what a read of an advert shows of the fields (GET /auto/info, or its cache); null if the service left it out.
 * `currency` is the one that the price was given in; the other two prices follow the rate of the day.
 */
export type ShownAdvert = Prices & { readonly autoId: number } & {
  readonly [Name in Exclude<ShownProperty, 'price' | 'autoId'>]: KindValues[ShownKinds[Name]] | null
}

/** The properties of a shown advert that are texts. */
export type ShownText = {
  [Name in ShownProperty]: ShownKinds[Name] extends 'text' ? Name : never
}[ShownProperty]

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

/** True if reads show the field. */
export const isShown = (field: FieldName): boolean => !hiddenFields.includes(field)

/** Values that a write may change, as a read shows them; a field that the service left out is absent. */
export function shownValues(advert: ShownAdvert, fields: readonly FieldName[] = visibleFields): Values {
  const values: Record<string, string | number> = {}
  for (const field of fields) {
    const value = shownValue(field, advert)
    if (value !== null) values[field] = value
  }
  return values
}

/** The same; a price of which the currency isn't said is that in `currencyId`. */
export function shownIn(advert: ShownAdvert, currencyId: Values[string] | undefined): Values {
  const currency = advert.currency ?? currencyIds.find((id) => id === currencyId) ?? null
  const price = currency === null ? null : priceIn(advert, currency)
  return price === null ? shownValues(advert) : { ...shownValues(advert), price }
}

/** Values that we wrote ourselves and no read shows. */
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

/** True if two values of a field mean the same at the service. */
export const isSameValue = (
  field: FieldName,
  left: string | number | undefined,
  right: string | number | undefined,
): boolean => fieldKinds[kindOf(field)].isSame(left, right)
