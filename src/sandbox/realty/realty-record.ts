import { characteristicsOf } from './characteristics.ts'
import { findCity, findRegion } from '../world/regions.ts'
import { operations, realtyCategories } from './realty-types.ts'
import { firstNames, lastNames, streets } from '../world/sellers.ts'
import { convert, spaced } from '../world/money.ts'
import { Dice } from '../world/random.ts'
import { realtyCurrency, type RealtyFacts } from './realty-seed.ts'
import { dateTime, day } from '../world/service-time.ts'
import { slug } from '../world/slug.ts'

/** The real-estate advert object of GET /dom/info: every field of docs/service/openapi.yaml, of its type. */
export function realtyRecord(facts: RealtyFacts): Record<string, unknown> {
  const dice = new Dice(facts.id, 5)
  const street = dice.pick(streets)
  return {
    ...placeOf(facts, dice, street),
    ...objectOf(facts),
    ...priceOf(facts),
    ...lifeOf(facts, dice),
    ...textsOf(facts, street),
    ...differingOf(facts),
    characteristics_values: Object.fromEntries([...facts.values].map(([id, value]) => [String(id), value])),
    ...photosOf(facts),
    user: {
      name: `${dice.pick(firstNames)} ${dice.pick(lastNames)}`,
      image: '',
      good_partner_top: dice.chance(0.1) ? '1' : '',
    },
  }
}

/** By the district, so that one district has one kind. */
const districtTypes = [
  { district_type_id: 1, district_type_name: 'Район' },
  { district_type_id: 2, district_type_name: 'Микрорайон' },
] as const

function placeOf({ district }: RealtyFacts, dice: Dice, street: string): object {
  const city = findCity(district.cityId)
  const metro = district.metro.length > 0 ? dice.pick(district.metro) : undefined
  const building = dice.whole(1, 140)
  return {
    street_name: street,
    street_id: dice.whole(1000, 9999),
    building_number_str: String(building),
    is_show_building_no: dice.whole(0, 1),
    state_id: city?.regionId ?? 0,
    state_name: findRegion(city?.regionId ?? 0)?.nameRu ?? '',
    city_id: district.cityId,
    city_name: city?.nameRu ?? '',
    district_id: String(district.id),
    district_name: district.name,
    ...districtTypes[district.id % districtTypes.length],
    metro_station_id: metro === undefined ? '' : String(metro[0]),
    metro_station_name: metro?.[1] ?? '',
    metro_station_brunch: metro === undefined ? 0 : 1 + (metro[0] % 3),
    longitude: (24 + dice.next() * 11).toFixed(6),
    latitude: (46.5 + dice.next() * 4.5).toFixed(6),
  }
}

function objectOf(facts: RealtyFacts): object {
  const value = (id: number) => facts.values.get(id) ?? 0
  return {
    // The contract gives no meaning: here it separates a developer's sales from resales.
    type: facts.values.get(1437) === 1506 ? 'newbuild' : 'realty',
    rooms_count: value(209),
    total_square_meters: value(214) || value(215),
    living_square_meters: value(216),
    kitchen_square_meters: value(218),
    floor: value(227),
    floors_count: value(228),
    wall_type: optionName(facts, 149),
    realty_type_id: facts.type.id,
    realty_type_name: facts.type.name,
    realty_type_parent_id: facts.type.category,
    realty_type_parent_name: realtyCategories[facts.type.category] ?? '',
    realty_sale_type: facts.values.get(1437) === 1506 ? 1 : 2,
    is_commercial: facts.type.category === 10 ? 1 : 0,
    advert_type_id: facts.operation,
    advert_type_name: operations[facts.operation] ?? '',
  }
}

/** `is_bargain` is the option's id, 273, not 1 (docs/service/realty.md). */
function priceOf(facts: RealtyFacts): object {
  const currency = realtyCurrency[facts.values.get(242) ?? 239] ?? 1
  const area = facts.values.get(214) ?? facts.values.get(215) ?? facts.values.get(219) ?? 1
  return {
    price: facts.price,
    price_total: facts.price,
    price_item: Math.round(facts.price / Math.max(1, area)),
    currency_type: optionName(facts, 242),
    priceArr: {
      '1': spaced(convert(facts.price, currency, 1)),
      '2': spaced(convert(facts.price, currency, 2)),
      '3': spaced(convert(facts.price, currency, 3)),
    },
    is_bargain: facts.values.get(273) ?? 0,
    is_exchange: optionName(facts, 265),
  }
}

function lifeOf(facts: RealtyFacts, dice: Dice): object {
  const inspected = dice.chance(0.3)
  return {
    _id: `realty-${facts.id}`,
    realty_id: facts.id,
    user_id: dice.whole(1_000_000, 9_999_999),
    user_package_id: dice.whole(0, 3),
    inspected: inspected ? 1 : 0,
    inspected_at: inspected ? dateTime(facts.addedAt + day) : '',
    created_at: dateTime(facts.addedAt),
    publishing_date: dateTime(facts.addedAt + 3600),
    date_end: dateTime(facts.addedAt + 90 * day),
  }
}

/** Fields that say little, but differ between records. */
function differingOf({ id, operation, addedAt }: RealtyFacts): object {
  const dice = new Dice(id, 10)
  const level = dice.chance(0.2) ? dice.whole(1, 20) : 0
  return {
    advert_publish_type: dice.pick([1, 1, 2, 4]),
    exchange_required_type: dice.whole(0, 2),
    user_ip: dice.whole(1, 4_294_967_295),
    levels: level,
    levels_expired: level > 0 ? dateTime(addedAt + 14 * day) : '',
    with_panoramas: dice.chance(0.1) ? 1 : 0,
    youtube_link: dice.chance(0.1) ? `https://www.youtube.com/watch?v=example${id}` : '',
    price_type: operation === 3 ? 'за месяц' : dice.pick(['за объект', 'за объект', 'за кв. м']),
  }
}

function textsOf(facts: RealtyFacts, street: string): object {
  const city = findCity(facts.district.cityId)
  const operation = operations[facts.operation] ?? ''
  return {
    advert_title: facts.id,
    beautiful_url: `realty-${slug(operation)}-${slug(facts.type.name)}-${slug(city?.nameRu ?? '')}-${facts.id}.html`,
    description: `${facts.type.name}, ${facts.district.name} р-н, ${street}. Состояние &quot;заходи и живи&quot;, документы &amp; ключи готовы.`,
    description_uk: `${city?.name ?? ''}, ${street}. Стан &quot;заходь і живи&quot;, документи &amp; ключі готові.`,
  }
}

function photosOf(facts: RealtyFacts): object {
  const entries = Array.from({ length: facts.photos }, (_, place) => {
    const id = facts.id * 10 + place
    const file = `dom/photo/${Math.floor(id / 100_000)}/${id}/${id}.svg`
    return { id, file, o: place % 3 === 2 ? 'v' : 'h' }
  })
  return {
    photos: Object.fromEntries(entries.map((entry) => [String(entry.id), entry])),
    main_photo: entries[0]?.file ?? '',
  }
}

/** The Russian name of the option chosen; blank if the advert has no such characteristic. */
function optionName(facts: RealtyFacts, characteristic: number): string {
  const set = characteristicsOf(facts.type.category, facts.operation) ?? []
  const options = set.find((item) => item.id === characteristic)?.options ?? []
  return options.find(([id]) => id === facts.values.get(characteristic))?.[1] ?? ''
}
