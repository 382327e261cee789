import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { z } from 'zod'
import type { Order, OrderStatus } from '../service/order.ts'
import { inTransaction } from '../storage/database.ts'
import { RowQuery, storedFlag } from '../storage/row-query.ts'
import { isOlder, withoutBuyer } from './buyer-data.ts'

/** Parsed when it was read from the service: its schema decodes entities, and to decode twice would change the text. */
const storedOrder = z.string().transform((text) => JSON.parse(text) as Order)

const savedOrderSchema = z.object({
  order: storedOrder,
  /** Its buyer's data was kept for as long as it may be, and is removed. */
  forgotten: storedFlag,
})

/** An order as saved. */
export type SavedOrder = z.infer<typeof savedOrderSchema>

const owned = z.object({ accountId: z.string(), order: storedOrder })
const statusSchema = z.object({ id: z.number(), name: z.string() })
const readingSchema = z.object({
  /** ISO 8601. */
  readAt: z.string(),
  /** As the service counted the orders; null for a reading of an older version. */
  total: z.number().nullable(),
  /** Orders that came and could be read; null for a reading of an older version. */
  received: z.number().nullable(),
})
export type SavedReading = z.infer<typeof readingSchema>

export interface OrdersReading {
  readonly orders: readonly Order[]
  readonly statuses: readonly OrderStatus[]
  /** As the service counts the orders. */
  readonly total: number
  /** ISO 8601. */
  readonly readAt: string
  /** Orders older than this, in the service's own form of time, are saved without their buyers; null = none are. */
  readonly forgetBefore: string | null
}

/** Orders and status names as last read, by account, in cache.db. */
export class OrdersTable {
  readonly #db: DatabaseSync
  readonly #putOrder: StatementSync
  readonly #putStatus: StatementSync
  readonly #orders: RowQuery<typeof savedOrderSchema>
  readonly #unforgotten: RowQuery<typeof owned>
  readonly #statuses: RowQuery<typeof statusSchema>
  readonly #reading: RowQuery<typeof readingSchema>

  constructor(db: DatabaseSync) {
    this.#db = db
    this.#putOrder = db.prepare(
      'INSERT OR REPLACE INTO orders (account_id, order_id, created_at, record, forgotten) VALUES (?, ?, ?, ?, ?)',
    )
    this.#putStatus = db.prepare(
      'INSERT OR REPLACE INTO order_statuses (account_id, id, name, position) VALUES (?, ?, ?, ?)',
    )
    this.#orders = new RowQuery(
      db,
      savedOrderSchema,
      `SELECT record AS "order", forgotten FROM orders WHERE account_id = ?
       ORDER BY created_at DESC, order_id DESC`,
    )
    this.#unforgotten = new RowQuery(
      db,
      owned,
      `SELECT account_id AS accountId, record AS "order" FROM orders WHERE forgotten = 0 AND created_at < ?`,
    )
    this.#statuses = new RowQuery(
      db,
      statusSchema,
      'SELECT id, name FROM order_statuses WHERE account_id = ? ORDER BY position',
    )
    this.#reading = new RowQuery(
      db,
      readingSchema,
      'SELECT read_at AS readAt, total, received FROM order_reads WHERE account_id = ?',
    )
  }

  /**
   * Replaces what is saved by what was read, if that is the whole list (it has no pages). Of a list that is shorter than
   * the service's own count nothing saved is removed.
   * @returns how many different orders were received
   */
  save(accountId: string, { orders, statuses, total, readAt, forgetBefore }: OrdersReading): number {
    const received = new Set(orders.map(({ order_id }) => order_id)).size
    this.#erasing(() => {
      if (received >= total) this.#db.prepare('DELETE FROM orders WHERE account_id = ?').run(accountId)
      this.#db.prepare('DELETE FROM order_statuses WHERE account_id = ?').run(accountId)
      for (const each of orders) this.#put(accountId, each, forgetBefore)
      statuses.forEach(({ id, name }, position) => this.#putStatus.run(accountId, id, name, position))
      this.#db
        .prepare(
          'INSERT OR REPLACE INTO order_reads (account_id, read_at, total, received) VALUES (?, ?, ?, ?)',
        )
        .run(accountId, readAt, total, received)
    })
    return received
  }

  /** Removes the buyers' data from all orders older than this, of every account. @returns how many had any */
  forget(before: string): number {
    const old = this.#unforgotten.all(before).filter(({ order }) => isOlder(order, before))
    if (old.length === 0) return 0
    this.#erasing(() => {
      for (const { accountId, order } of old) this.#put(accountId, order, before)
    })
    // The write-ahead log still holds the pages as they were.
    this.#db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    return old.length
  }

  /** Newest first. */
  orders(accountId: string): SavedOrder[] {
    return this.#orders.all(accountId)
  }

  /** In the service's order. */
  statuses(accountId: string): OrderStatus[] {
    return this.#statuses.all(accountId)
  }

  /** The last reading; null before the first one. */
  reading(accountId: string): SavedReading | null {
    return this.#reading.first(accountId) ?? null
  }

  #put(accountId: string, order: Order, forgetBefore: string | null): void {
    const forgotten = forgetBefore !== null && isOlder(order, forgetBefore)
    const record = JSON.stringify(forgotten ? withoutBuyer(order) : order)
    this.#putOrder.run(accountId, order.order_id, order.created_at ?? '', record, Number(forgotten))
  }

  /** One transaction after which the replaced content can't be read from the file's free space. */
  #erasing(work: () => void): void {
    this.#db.exec('PRAGMA secure_delete = ON')
    try {
      inTransaction(this.#db, work)
    } finally {
      this.#db.exec('PRAGMA secure_delete = OFF')
    }
  }
}
