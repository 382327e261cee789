import type { CurrencyId, Prices } from '#shared/batch/currency.ts'
import type { FieldName, writeFields } from '#shared/batch/write-fields.ts'

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
export type ShownProperty = keyof ShownKinds

/**
 * What a read of an advert shows of the fields (GET /auto/info, or the cache of it); null if the service left it out.
 * `currency` is the one that the price was given in; the other two prices follow the rate of the day.
 */
export type ShownAdvert = Prices & { readonly autoId: number } & {
  readonly [Name in Exclude<ShownProperty, 'price' | 'autoId'>]: KindValues[ShownKinds[Name]] | null
}

/** The properties of a shown advert that are texts. */
export type ShownText = {
  [Name in ShownProperty]: ShownKinds[Name] extends 'text' ? Name : never
}[ShownProperty]
