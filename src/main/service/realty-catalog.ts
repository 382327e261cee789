import { z } from 'zod'
import { dictionary, identifier, number, prose, readable, text } from './tolerant.ts'

/** An option of a characteristic, keyed by its id in `children`. */
const option = z.looseObject({ characteristic_id: text, name: prose, name_uk: prose, prio: text })

/**
 * A characteristic that adverts of the combination have, by the contract's names (`sufix` is spelled so). The options
 * of a price's currency (242) are 239 USD, 240 UAH, 241 EUR: another numbering than that of the vehicle endpoints.
 */
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

/** The answer of GET /dom/options: what applies to a category, real estate type and operation type. */
export const catalogSchema = readable(
  z.looseObject({ group_name: prose, group_prio: number, items: readable(characteristic) }),
)
export type Catalog = z.infer<typeof catalogSchema>

/** The combination whose catalog is read. */
export interface CatalogQuery {
  readonly category: number
  readonly realtyType: number
  readonly operationType: number
  /** 4 = Ukrainian texts. */
  readonly langId?: number | undefined
}
