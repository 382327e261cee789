import type { DatabaseSync } from 'node:sqlite'
import type { Order, OrderStatus } from '#shared/orders/order.ts'
import { inTransaction } from '../core/database.ts'

/** Orders and status names as last read, by account, in cache.db. */
export class OrdersTable {
  readonly #db: DatabaseSync

  constructor(db: DatabaseSync) {
    this.#db = db
  }

  /** Replaces what is saved by what was read: the service's list is whole, it has no pages. */
  save(accountId: string, orders: readonly Order[], statuses: readonly OrderStatus[], readAt: string): void {
    const order = this.#db.prepare(
      'INSERT OR REPLACE INTO orders (account_id, order_id, created_at, record) VALUES (?, ?, ?, ?)',
    )
    const status = this.#db.prepare(
      'INSERT OR REPLACE INTO order_statuses (account_id, id, name, position) VALUES (?, ?, ?, ?)',
    )
    inTransaction(this.#db, () => {
      this.#db.prepare('DELETE FROM orders WHERE account_id = ?').run(accountId)
      this.#db.prepare('DELETE FROM order_statuses WHERE account_id = ?').run(accountId)
      for (const each of orders)
        order.run(accountId, each.order_id, each.created_at ?? '', JSON.stringify(each))
      statuses.forEach(({ id, name }, position) => status.run(accountId, id, name, position))
      this.#db
        .prepare('INSERT OR REPLACE INTO order_reads (account_id, read_at) VALUES (?, ?)')
        .run(accountId, readAt)
    })
  }

  /** Newest first. */
  orders(accountId: string): Order[] {
    const rows = this.#db
      .prepare('SELECT record FROM orders WHERE account_id = ? ORDER BY created_at DESC, order_id DESC')
      .all(accountId) as unknown as { record: string }[]
    return rows.map(({ record }) => JSON.parse(record) as Order)
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
