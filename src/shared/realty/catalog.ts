import { z } from 'zod'
import { dictionary, identifier, list, number, prose, text } from '../service/tolerant.ts'

/** An option of a characteristic, keyed by its id in `children`. */
const option = z.looseObject({ characteristic_id: text, name: prose, name_uk: prose, prio: text })
export type CharacteristicOption = z.infer<typeof option>

/** A characteristic that adverts of the combination have, by the contract's names (`sufix` is spelled so). */
const characteristic = z.looseObject({
  characteristic_id: identifier,
  label: prose,
  label_uk: prose,
  name: prose,
  group_name: prose,
  group_name_uk: prose,
  group_prio: number,
  prio: number,
  /** `text`, `select` or `checkbox`. */
  type_on_add: text,
  type_on_search: text,
  /** `int` or `float`. */
  data_type: text,
  required: number,
  characteristic_category: text,
  /** The field of the advert record that holds the value. */
  field_name: text,
  /** Unit. */
  sufix: prose,
  default_value: prose,
  children: dictionary(option),
  display_label_search: number,
  display_label_add: number,
  group_orientation_search: text,
  group_orientation_add: text,
  empty_value: number,
  type: text,
})
export type Characteristic = z.infer<typeof characteristic>

/** The answer of GET /dom/options: what applies to a category, real estate type and operation type. */
export const catalogSchema = list(
  z.looseObject({ group_name: prose, group_prio: number, items: list(characteristic) }),
)
export type Catalog = z.infer<typeof catalogSchema>

/** What a catalog is asked for. */
export interface CatalogQuery {
  readonly category: number
  readonly realtyType: number
  readonly operationType: number
  /** 4 = Ukrainian texts. */
  readonly langId?: number | undefined
}

/** Currencies of real estate prices are options of characteristic 242; the vehicle endpoints number them otherwise. */
export const realtyCurrencies = { 239: 'USD', 240: 'UAH', 241: 'EUR' } as const
