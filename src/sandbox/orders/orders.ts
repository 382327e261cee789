import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { makeName, modelName } from '../vehicles/vehicle-catalog.ts'
import { cities } from '../world/regions.ts'
import { deliveryServices, firstNames, lastNames, streets } from '../world/sellers.ts'
import { pricesOf } from '../world/money.ts'
import { Dice } from '../world/random.ts'
import { slug } from '../world/slug.ts'
import { dateTime, day } from '../world/service-time.ts'
import type { VehicleFacts } from '../vehicles/vehicle.ts'

/** An order as service-api.md draws it. */
export const orderSchema = z.object({
  order_id: z.int(),
  status: z.int(),
  total_order_sum: z.number(),
  created_at: z.string(),
  recipient: z.object({ user_id: z.int(), name: z.string(), email: z.string(), phone: z.string() }),
  delivery: z.object({ state_id: z.int(), city_id: z.int(), address: z.string(), service: z.string() }),
  items: z.array(
    z.object({
      adv_id: z.int(),
      name: z.string(),
      price: z.number(),
      count: z.int(),
      note: z.string(),
      vendor_code: z.string(),
    }),
  ),
})
export type Order = z.infer<typeof orderSchema>

/** The status list in the order and with the names of the contract; 4 is an aggregate that no order holds. */
export const orderStatuses = [
  { id: 0, name: 'Новые и Невыполненные' },
  { id: 1, name: 'Выполненные' },
  { id: 2, name: 'Невыполненные' },
  { id: 6, name: 'Удаленные' },
  { id: 4, name: 'Все' },
] as const

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
    return seedOrder(dice, index, seededAt, orderedItem(dice, facts ?? dice.pick(own), gone))
  })
}

function orderedItem(dice: Dice, facts: VehicleFacts, gone: boolean): Order['items'][number] {
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

function seedOrder(dice: Dice, index: number, seededAt: number, item: Order['items'][number]): Order {
  const [first, last] = [dice.pick(firstNames), dice.pick(lastNames)]
  const city = dice.pick(cities)
  return {
    order_id: 500_060 - index,
    status: index < 4 ? 0 : dice.pick([0, 0, 1, 1, 1, 2, 6]),
    total_order_sum: item.price * item.count,
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
    items: [item],
  }
}

/** What the control address may say of an order; the rest follows from the order it changes, or from the first. */
export const orderChangeSchema = orderSchema.partial()
export type OrderChange = z.infer<typeof orderChangeSchema>

/** The seeded orders, and those a test added or changed; the file keeps the latter. */
export class OrderBook {
  readonly #database: DatabaseSync
  #seeded: readonly Order[]

  constructor(database: DatabaseSync, seeded: readonly Order[]) {
    this.#database = database
    this.#seeded = seeded
  }

  /** Begins again with these. */
  renew(seeded: readonly Order[]): void {
    this.#seeded = seeded
  }

  /** Newest first. */
  all(): Order[] {
    const orders = new Map(this.#seeded.map((order) => [order.order_id, order]))
    const rows = this.#database.prepare('SELECT record FROM orders').all()
    for (const row of rows) {
      const order = orderSchema.parse(JSON.parse(String(row.record)))
      orders.set(order.order_id, order)
    }
    return [...orders.values()].sort((a, b) => b.order_id - a.order_id)
  }

  /** Changes the order with that order_id, or adds one under a new id. Undefined where there is nothing to go by. */
  put(change: OrderChange): Order | undefined {
    const all = this.all()
    const pattern = all.find((order) => order.order_id === change.order_id) ?? all[0]
    if (pattern === undefined) return undefined
    const fresh = { order_id: pattern.order_id + 1, status: 0, created_at: dateTime(Date.now() / 1000) }
    const parts = change.order_id === undefined ? { ...fresh, ...change } : change
    const order = orderSchema.parse({ ...pattern, ...parts })
    this.#database
      .prepare('INSERT OR REPLACE INTO orders (order_id, record) VALUES (?, ?)')
      .run(order.order_id, JSON.stringify(order))
    return order
  }
}
