import type { DatabaseSync } from 'node:sqlite'
import { isOlder, withoutBuyer } from './buyer-data.ts'
import type { Order, OrderStatus } from '../service/order.ts'
import { inTransaction } from '../storage/database.ts'

/** An order as saved. */
export interface SavedOrder {
  readonly order: Order
  /** Its buyer's data was kept for as long as it may be, and is gone. */
  readonly forgotten: boolean
}

export interface OrdersReading {
  readonly orders: readonly Order[]
  readonly statuses: readonly OrderStatus[]
  /** ISO 8601. */
  readonly readAt: string
  /** Orders older than this, in the service's own form of time, are saved without their buyers; null = none are. */
  readonly forgetBefore: string | null
}

/** Orders and status names as last read, by account, in cache.db. */
export class OrdersTable {
  readonly #db: DatabaseSync

  constructor(db: DatabaseSync) {
    this.#db = db
  }

  /** Replaces what is saved by what was read: the service's list is whole, it has no pages. */
  save(accountId: string, { orders, statuses, readAt, forgetBefore }: OrdersReading): void {
    const status = this.#db.prepare(
      'INSERT OR REPLACE INTO order_statuses (account_id, id, name, position) VALUES (?, ?, ?, ?)',
    )
    this.#erasing(() => {
      this.#db.prepare('DELETE FROM orders WHERE account_id = ?').run(accountId)
      this.#db.prepare('DELETE FROM order_statuses WHERE account_id = ?').run(accountId)
      for (const each of orders) this.#put(accountId, each, forgetBefore)
      statuses.forEach(({ id, name }, position) => status.run(accountId, id, name, position))
      this.#db
        .prepare('INSERT OR REPLACE INTO order_reads (account_id, read_at) VALUES (?, ?)')
        .run(accountId, readAt)
    })
  }

  #put(accountId: string, order: Order, forgetBefore: string | null): void {
    const forgotten = forgetBefore !== null && isOlder(order, forgetBefore)
    const record = JSON.stringify(forgotten ? withoutBuyer(order) : order)
    this.#db
      .prepare(
        'INSERT OR REPLACE INTO orders (account_id, order_id, created_at, record, forgotten) VALUES (?, ?, ?, ?, ?)',
      )
      .run(accountId, order.order_id, order.created_at ?? '', record, Number(forgotten))
  }

  /** Takes the buyers' data out of all orders older than this, of every account. @returns how many had any */
  forget(before: string): number {
    const rows = this.#db
      .prepare('SELECT account_id AS accountId, record FROM orders WHERE forgotten = 0 AND created_at < ?')
      .all(before) as unknown as { accountId: string; record: string }[]
    const old = rows
      .map(({ accountId, record }) => ({ accountId, order: JSON.parse(record) as Order }))
      .filter(({ order }) => isOlder(order, before))
    if (old.length === 0) return 0
    this.#erasing(() => {
      for (const { accountId, order } of old) this.#put(accountId, order, before)
    })
    // The write-ahead log still holds the pages as they were.
    this.#db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    return old.length
  }

  /** One transaction after which what it replaced can't be read from the file's free space. */
  #erasing(work: () => void): void {
    this.#db.exec('PRAGMA secure_delete = ON')
    try {
      inTransaction(this.#db, work)
    } finally {
      this.#db.exec('PRAGMA secure_delete = OFF')
    }
  }

  /** Newest first. */
  orders(accountId: string): SavedOrder[] {
    const rows = this.#db
      .prepare(
        'SELECT record, forgotten FROM orders WHERE account_id = ? ORDER BY created_at DESC, order_id DESC',
      )
      .all(accountId) as unknown as { record: string; forgotten: number }[]
    return rows.map(({ record, forgotten }) => ({
      order: JSON.parse(record) as Order,
      forgotten: forgotten === 1,
    }))
  }

  /** In the service's order. */
  statuses(accountId: string): OrderStatus[] {
    return this.#db
      .prepare('SELECT id, name FROM order_statuses WHERE account_id = ? ORDER BY position')
      .all(accountId) as unknown as OrderStatus[]
  }

  readAt(accountId: string): string | null {
    const row = this.#db
      .prepare('SELECT read_at AS readAt FROM order_reads WHERE account_id = ?')
      .get(accountId)
    return (row as { readAt: string } | undefined)?.readAt ?? null
  }
}
