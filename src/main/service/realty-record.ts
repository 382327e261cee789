import { z } from 'zod'
import { dictionary, group, identifier, number, prose, root, text } from './tolerant.ts'

/** Fields that the contract lists as strings, though some look like numbers. */
const strings = {
  street_name: prose,
  metro_station_id: text,
  type: text,
  state_name: prose,
  beautiful_url: text,
  district_type_name: prose,
  description: prose,
  description_uk: prose,
  currency_type: text,
  longitude: text,
  latitude: text,
  inspected_at: text,
  levels_expired: text,
  is_exchange: text,
  district_id: text,
  metro_station_name: prose,
  wall_type: prose,
  publishing_date: text,
  youtube_link: text,
  price_type: text,
  /** Relative path. */
  main_photo: text,
  realty_type_name: prose,
  building_number_str: text,
  city_name: prose,
  /** Like `realty-13825265`. */
  _id: text,
  created_at: text,
  date_end: text,
  district_name: prose,
  advert_type_name: prose,
  realty_type_parent_name: prose,
}

const integers = {
  rooms_count: number,
  advert_title: number,
  is_commercial: number,
  street_id: number,
  state_id: number,
  levels: number,
  exchange_required_type: number,
  advert_publish_type: number,
  district_type_id: number,
  inspected: number,
  /** On the live service the id of an option (273), not 0 or 1. */
  is_bargain: number,
  price: number,
  floor: number,
  price_total: number,
  price_item: number,
  metro_station_brunch: number,
  realty_type_parent_id: number,
  living_square_meters: number,
  realty_type_id: number,
  user_ip: number,
  city_id: number,
  floors_count: number,
  user_id: number,
  kitchen_square_meters: number,
  user_package_id: number,
  total_square_meters: number,
  realty_id: identifier,
  realty_sale_type: number,
  advert_type_id: number,
  is_show_building_no: number,
  with_panoramas: number,
}

/** A real estate advert as GET /dom/info/{advert_id} answers it, by the contract's names; absent fields are null. */
export const realtyRecordSchema = z.looseObject({
  ...strings,
  ...integers,
  /** Characteristic id → the chosen option's id, or the number itself. */
  characteristics_values: dictionary(number),
  photos: dictionary(z.looseObject({ id: number, file: text, o: text })),
  user: group({ name: prose, image: text, good_partner_top: text }),
  /** 1, 2, 3 → the price in a currency as text with space thousand separators. */
  priceArr: dictionary(text),
})
export type RealtyRecord = z.infer<typeof realtyRecordSchema>

export const realtyAnswerSchema = root(realtyRecordSchema.optional())
