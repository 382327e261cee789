import type { DatabaseSync } from 'node:sqlite'
import { dateTime } from '../world/service-time.ts'
import { orderChangeSchema, orderSchema, type Order } from './order.ts'

/** The seeded orders, and those a test added or changed; the file keeps the latter. */
export class OrderBook {
  readonly #database: DatabaseSync
  readonly #now: () => number
  #seeded: readonly Order[]

  /** @param now seconds since the epoch */
  constructor(database: DatabaseSync, seeded: readonly Order[], now: () => number) {
    this.#database = database
    this.#seeded = seeded
    this.#now = now
  }

  /** Replaces the seeded orders. */
  renew(seeded: readonly Order[]): void {
    this.#seeded = seeded
  }

  /** Newest first. */
  all(): Order[] {
    const orders = new Map(this.#seeded.map((order) => [order.order_id, order]))
    const rows = this.#database.prepare('SELECT order_id AS id, record FROM orders').all()
    for (const row of rows) {
      const order = orderSchema.nullable().parse(JSON.parse(String(row.record)))
      if (order === null) orders.delete(Number(row.id))
      else orders.set(order.order_id, order)
    }
    return [...orders.values()].sort((a, b) => b.order_id - a.order_id)
  }

  /** An id that no order has had. */
  nextId(): number {
    const { last } = this.#database.prepare('SELECT max(order_id) AS last FROM orders').get() ?? {}
    return Math.max(Number(last ?? 0), ...this.#seeded.map((order) => order.order_id)) + 1
  }

  /** Takes in an order that a buyer placed. */
  add(order: Order): void {
    this.#keep(order.order_id, order)
  }

  /**
   * Changes the order with that order_id, or adds one under a new id; missing fields are copied from it or from the
   * newest order. Returns undefined if there is no order to copy from.
   * @throws ZodError if the change is not an OrderChange
   */
  put(asked: unknown): Order | undefined {
    const change = orderChangeSchema.parse(asked)
    const all = this.all()
    const pattern = all.find((order) => order.order_id === change.order_id) ?? all[0]
    if (pattern === undefined) return undefined
    const fresh = { order_id: pattern.order_id + 1, status: 0, created_at: dateTime(this.#now()) }
    const parts = change.order_id === undefined ? { ...fresh, ...change } : change
    const order = orderSchema.parse({ ...pattern, ...parts })
    this.#keep(order.order_id, order)
    return order
  }

  /** Takes the order out of the list. @returns it as it was, or undefined if it is not in the list */
  remove(id: number): Order | undefined {
    const order = this.all().find(({ order_id }) => order_id === id)
    if (order) this.#keep(id, null)
    return order
  }

  #keep(id: number, order: Order | null): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO orders (order_id, record) VALUES (?, ?)')
      .run(id, JSON.stringify(order))
  }
}
