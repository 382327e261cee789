import { z } from 'zod'
import { identifier, number, readable, root } from './tolerant.ts'
import { param, repeated, type Params } from './params.ts'

const id = z.int().nonnegative()

/**
 * A filter on one characteristic: the option that was chosen, or a range of its number. One that would send nothing is
 * refused: the service would answer as if the filter were absent.
 */
const characteristicFilter = z.union([
  z.strictObject({ characteristic: id, option: id }),
  z
    .strictObject({ characteristic: id, from: z.number().optional(), to: z.number().optional() })
    .refine(({ from, to }) => from !== undefined || to !== undefined),
])

/** Every filter of GET /dom/search. */
export const realtySearchSchema = z.strictObject({
  category: id.optional(),
  realty_type: id.optional(),
  operation_type: id.optional(),
  state_id: id.optional(),
  city_id: id.optional(),
  district_id: z.array(id).optional(),
  characteristics: z.array(characteristicFilter).optional(),
})
export type RealtySearch = z.infer<typeof realtySearchSchema>
export type CharacteristicFilter = z.infer<typeof characteristicFilter>

/** The parameters as GET /dom/search takes them. */
export function realtySearchPairs(search: RealtySearch): Params {
  return [
    ...param('category', search.category),
    ...param('realty_type', search.realty_type),
    ...param('operation_type', search.operation_type),
    ...param('state_id', search.state_id),
    ...param('city_id', search.city_id),
    ...repeated('district_id', search.district_id),
    ...(search.characteristics ?? []).flatMap(characteristicPairs),
  ]
}

function characteristicPairs(filter: CharacteristicFilter): Params {
  const name = `characteristic[${filter.characteristic}]`
  if ('option' in filter) return [[name, filter.option]]
  return [...param(`${name}[from]`, filter.from), ...param(`${name}[to]`, filter.to)]
}

/** An id, also in the form of a record's `_id`: `realty-13825265` (docs/service/practice.md, "DOM"). */
const advertId = z.preprocess(
  (value) => (typeof value === 'string' ? value.replace(/^realty-/, '') : value),
  identifier,
)

/** The answer of GET /dom/search: ids only; `count` may disagree with them. */
export const realtySearchResultSchema = root(z.looseObject({ items: readable(advertId), count: number }))
export type RealtySearchResult = z.infer<typeof realtySearchResultSchema>
