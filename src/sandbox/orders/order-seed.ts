import { makeName, modelName } from '../vehicles/vehicle-catalog.ts'
import type { VehicleFacts } from '../vehicles/vehicle.ts'
import { pricesOf } from '../world/money.ts'
import { Dice } from '../world/random.ts'
import { cities } from '../world/regions.ts'
import { deliveryServices, firstNames, lastNames, streets } from '../world/sellers.ts'
import { dateTime, day } from '../world/service-time.ts'
import { slug } from '../world/slug.ts'
import type { Order } from './order.ts'

const seededOrders = 60
/** An advert that never was in the stock: the order outlived it. */
export const goneAdvertId = 30_000_017

/** Orders are for the newest adverts, so that a larger stock has the same ones. */
const orderedAdverts = 200

/**
 * Orders on the dealer's adverts, newest first: one on an advert that is gone, two on the same car.
 * `ownStock` is oldest first, as seeded.
 */
export function seedOrders(ownStock: readonly VehicleFacts[], seed: number, seededAt: number): Order[] {
  const own = ownStock.slice(-orderedAdverts)
  if (own.length === 0) return []
  return Array.from({ length: seededOrders }, (_, index) => {
    const dice = new Dice(seed, 1_000_000 + index)
    const shared = index === 5 || index === 9
    const facts = shared ? own[Math.floor(own.length / 2)] : dice.pick(own)
    const gone = index === 12
    const first = orderedItem(dice, facts ?? dice.pick(own), gone)
    return seedOrder(dice, index, seededAt, [
      first,
      ...moreItems(new Dice(seed, 1_500_000 + index), index, own),
    ])
  })
}

/** A new order on these adverts. @param at when it was placed, seconds since the epoch */
export function drawOrder(dice: Dice, id: number, at: number, adverts: readonly VehicleFacts[]): Order {
  const items = adverts.map((facts) => orderedItem(dice, facts, false))
  return { ...seedOrder(dice, 0, at, items), order_id: id, created_at: dateTime(at) }
}

type Item = Order['items'][number]

/** Every fourth order has more than one item, some of them several times and in another currency: an item names none. */
function moreItems(dice: Dice, index: number, own: readonly VehicleFacts[]): Item[] {
  if (index % 4 !== 2) return []
  return Array.from({ length: 1 + (index % 3) }, (_, place) => {
    const facts = dice.pick(own)
    const item = orderedItem(dice, facts, false)
    return { ...item, count: dice.whole(1, 3), price: place === 0 ? item.price : facts.price }
  })
}

function orderedItem(dice: Dice, facts: VehicleFacts, gone: boolean): Item {
  return {
    adv_id: gone ? goneAdvertId : facts.id,
    name: `${makeName(facts.makeId)} ${modelName(facts.makeId, facts.modelId)} ${facts.year}`,
    price: pricesOf(facts.price, facts.currency).UAH,
    count: 1,
    note: dice.chance(0.3) ? dice.pick(notes) : '',
    vendor_code: dice.chance(0.7) ? `PL-${dice.whole(10_000, 99_999)}` : '',
  }
}

const notes = [
  'Передзвоніть після 18:00',
  'Цікавить кредит &amp; страхування',
  'Чи можливий тест-драйв у суботу?',
  'Потрібна доставка &quot;під ключ&quot;',
] as const

function seedOrder(dice: Dice, index: number, seededAt: number, items: Item[]): Order {
  const first = dice.pick(firstNames)
  const last = dice.pick(lastNames)
  const city = dice.pick(cities)
  return {
    order_id: 500_060 - index,
    status: index < 4 ? 0 : dice.pick([0, 0, 1, 1, 1, 2, 6]),
    total_order_sum: items.reduce((sum, item) => sum + item.price * item.count, 0),
    created_at: dateTime(seededAt - Math.round((index + dice.next()) * 0.7 * day)),
    recipient: {
      user_id: dice.whole(1_000_000, 9_999_999),
      name: `${first} ${last}`,
      email: `${slug(first)}.${slug(last)}@example.com`,
      phone: `+38067${dice.whole(1_000_000, 9_999_999)}`,
    },
    delivery: {
      state_id: city.regionId,
      city_id: city.id,
      address: `${dice.pick(streets)}, ${dice.whole(1, 120)}`,
      service: dice.pick(deliveryServices),
    },
    items,
  }
}
