import { z } from 'zod'
import { indexed, param, type Params } from './params.ts'

const id = z.int().nonnegative()
const one = z.literal(1)
const amount = z.number().nonnegative()

/** Filters that share an index: one wanted make with its model (0 = all) and its years. */
const vehicle = z.strictObject({
  marka_id: id,
  model_id: id.optional(),
  s_yers: z.int().optional(),
  po_yers: z.int().optional(),
})

/** Filters that share an index: a region and its city (0 = all cities of the region). */
const place = z.strictObject({ state: id, city: id.optional() })

/** Every filter of GET /auto/search; parameters that share an index stand together in `vehicles` and `places`. */
export const searchParamsSchema = z.strictObject({
  category_id: id.optional(),
  bodystyle: z.array(id).optional(),
  /** Countries that makes come from. */
  brandOrigin: z.array(id).optional(),
  vehicles: z.array(vehicle).optional(),
  price_ot: amount.optional(),
  price_do: amount.optional(),
  /** Currency of the price filter: 1 = US dollars. */
  currency: z.int().optional(),
  auctionPossible: one.optional(),
  with_real_exchange: one.optional(),
  with_exchange: one.optional(),
  /** Vehicle wanted in exchange; 0 = any. */
  exchange_filter: z.strictObject({ marka_id: id.optional(), model_id: id.optional() }).optional(),
  places: z.array(place).optional(),
  /** 2 = without vehicles abroad. */
  abroad: z.int().optional(),
  /** 1 = without vehicles whose customs are not cleared. */
  custom: z.int().optional(),
  auto_options: z.array(id).optional(),
  /** Fuel: 1 petrol, 2 diesel, 4 gas/petrol, 6 electric. */
  type: z.array(id).optional(),
  /** 1 manual, 2 automatic, 3 tiptronic. */
  gearbox: z.array(id).optional(),
  /** Litres. */
  engineVolumeFrom: amount.optional(),
  engineVolumeTo: amount.optional(),
  powerFrom: amount.optional(),
  powerTo: amount.optional(),
  /** Unit of power: 1 = horsepower. */
  power_name: z.int().optional(),
  with_photo: one.optional(),
  countpage: z.int().min(1).max(100).optional(),
})
export type SearchParams = z.infer<typeof searchParamsSchema>
export type SearchVehicle = z.infer<typeof vehicle>
export type SearchPlace = z.infer<typeof place>

/** At most this many ids come with a page (contract, Limits). */
export const pageSize = 100

/** The parameters as GET /auto/search takes them; same-index groups stay together. Page 0 is the first. */
export function searchPairs(search: SearchParams, page?: number): Params {
  return [
    ...param('category_id', search.category_id),
    ...indexed('bodystyle', search.bodystyle),
    ...indexed('brandOrigin', search.brandOrigin),
    ...(search.vehicles ?? []).flatMap(vehiclePairs),
    ...param('price_ot', search.price_ot),
    ...param('price_do', search.price_do),
    ...param('currency', search.currency),
    ...param('auctionPossible', search.auctionPossible),
    ...param('with_real_exchange', search.with_real_exchange),
    ...param('with_exchange', search.with_exchange),
    ...param('exchange_filter[marka_id]', search.exchange_filter?.marka_id),
    ...param('exchange_filter[model_id]', search.exchange_filter?.model_id),
    ...(search.places ?? []).flatMap(placePairs),
    ...param('abroad', search.abroad),
    ...param('custom', search.custom),
    ...(search.auto_options ?? []).map((option) => [`auto_options[${option}]`, option] as const),
    ...indexed('type', search.type),
    ...indexed('gearbox', search.gearbox),
    ...param('engineVolumeFrom', search.engineVolumeFrom),
    ...param('engineVolumeTo', search.engineVolumeTo),
    ...param('powerFrom', search.powerFrom),
    ...param('powerTo', search.powerTo),
    ...param('power_name', search.power_name),
    ...param('with_photo', search.with_photo),
    ...param('countpage', search.countpage),
    ...param('page', page),
  ]
}

const vehiclePairs = (wanted: SearchVehicle, index: number): Params => [
  [`marka_id[${index}]`, wanted.marka_id],
  ...param(`model_id[${index}]`, wanted.model_id),
  ...param(`s_yers[${index}]`, wanted.s_yers),
  ...param(`po_yers[${index}]`, wanted.po_yers),
]

const placePairs = (wanted: SearchPlace, index: number): Params => [
  [`state[${index}]`, wanted.state],
  ...param(`city[${index}]`, wanted.city),
]
