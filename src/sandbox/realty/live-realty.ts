import { Dice } from '../world/random.ts'
import { findCity, findRegion } from '../world/regions.ts'
import { select, type Characteristic } from './characteristics.ts'
import { realtyCurrency, type RealtyFacts } from './realty-seed.ts'
import { operationsUk } from './realty-types.ts'

/** Flats of the live service have walls and the kind of price under other characteristics (docs/service/realty.md). */
const flatCategory = 1

/** The ids of the options were not recorded; these are the sandbox's own. */
const liveWalls = select('building', 118, 'Тип стен', 'Тип стін', {
  field: 'wall_type',
  options: [
    [900_001, 'кирпич', 'цегла'],
    [900_002, 'панель', 'панель'],
    [900_003, 'монолит', 'моноліт'],
  ],
})
const livePriceType = select('price', 247, 'Цена за', 'Ціна за', {
  field: 'price_type',
  options: [
    [900_011, 'за объект', "за об'єкт"],
    [900_012, 'за кв. м', 'за кв. м'],
  ],
})

/** The characteristics of the live service, from those of the contract. */
export const liveCharacteristics = (
  plain: readonly Characteristic[],
  category: number,
): readonly Characteristic[] =>
  category !== flatCategory || plain.length === 0
    ? plain
    : [...plain.map((item) => (item.id === 149 ? liveWalls : item)), livePriceType]

/** Fields of the contract that live records are seen without. */
const absent: ReadonlySet<string> = new Set(
  (
    'advert_publish_type building_number_str exchange_required_type inspected_at is_exchange levels levels_expired ' +
    'metro_station_brunch price_type realty_sale_type user_ip user_package_id youtube_link'
  ).split(' '),
)

type Fields = Record<string, unknown>

/** The record of the live profile: ids and coordinates as numbers, Ukrainian texts, moments as numbers, fewer fields of the contract. */
export function liveRealtyRecord(record: Fields, facts: RealtyFacts): Fields {
  const kept = Object.fromEntries(Object.entries(record).filter(([name]) => !absent.has(name)))
  const number = (name: string) => Number(record[name])
  return {
    ...kept,
    ...ukrainianTexts(facts),
    currency_type_id: realtyCurrency[facts.values.get(242) ?? 239] ?? 1,
    currency_type_uk: record.currency_type,
    district_id: number('district_id'),
    metro_station_id: number('metro_station_id'),
    longitude: number('longitude'),
    latitude: number('latitude'),
    created_at_ts: facts.addedAt,
    publishing_date_ts: facts.addedAt + 3600,
    photos_count: facts.photos,
    agency: facts.values.get(1437) === 1434 ? { agency_id: facts.id % 1000, name: 'Агенція «Оселя»' } : {},
    characteristics_values: Object.fromEntries(liveValues(facts)),
  }
}

function ukrainianTexts({ district, type, operation }: RealtyFacts): Fields {
  const city = findCity(district.cityId)
  return {
    state_name_uk: findRegion(city?.regionId ?? 0)?.name ?? '',
    city_name_uk: city?.name ?? '',
    district_name_uk: district.nameUk,
    realty_type_name_uk: type.nameUk,
    advert_type_name_uk: operationsUk[operation] ?? '',
  }
}

/** The characteristics of an advert in the live profile. */
export function liveValues({ id, type, values }: RealtyFacts): ReadonlyMap<number, number> {
  if (type.category !== flatCategory) return values
  const dice = new Dice(id, 11)
  const pick = ({ options = [] }: Characteristic) => dice.pick(options)[0]
  const others = [...values].filter(([characteristic]) => characteristic !== 149)
  return new Map([...others, [liveWalls.id, pick(liveWalls)], [livePriceType.id, pick(livePriceType)]])
}
