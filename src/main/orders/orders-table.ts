import { storedOrder } from './stored-order.ts'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { OrderFinding } from '#shared/orders/order-change.ts'
import type { Order, OrderStatus } from '../service/order.ts'
import { RowQuery } from '../storage/row-query.ts'
import { BuyerRemoval, type OtherBuyers } from './buyer-removal.ts'
import { erasing, OwnOrders } from './own-orders.ts'
import { OrderBuyersTable, OrderMarksTable, type OrderMark } from './order-marks-table.ts'
import { OrderChangesTable } from './order-changes-table.ts'
import { openOrdersByAdvert } from './order-troubles.ts'
import type { OrderSeal } from './order-seal.ts'
import {
  OrdersComparison,
  stateColumns,
  stateSchema,
  type OrdersReading,
  type RowState,
} from './orders-comparison.ts'

const rowSchema = stateSchema.extend({ record: storedOrder })

/** An order as saved. */
export interface SavedOrder {
  readonly order: Order
  /** `forgotten`: kept for as long as it may be; `erased`: by the dealer; `locked`: sealed by a key that isn't here. */
  readonly buyer: 'here' | 'forgotten' | 'erased' | 'locked'
  /** Time when a whole list came without it, ISO 8601; null while the service lists it. */
  readonly vanishedAt: string | null
  readonly mark: OrderMark | null
  /** It has changes that the dealer has not seen. */
  readonly unseen: boolean
}

const statusSchema = z.object({ id: z.number(), name: z.string() })
const readingSchema = z.object({
  /** ISO 8601. */
  readAt: z.string(),
  /** As the service counted the orders. */
  total: z.number(),
  /** Orders that came and could be read. */
  received: z.number(),
})
const lastReadSchema = z.object({ readAt: z.string().nullable() })
export type SavedReading = z.infer<typeof readingSchema>

export interface Compared {
  /** Number of different orders that came. */
  readonly received: number
  /** Number of changes that were found. */
  readonly changes: number
}

const rowsQuery = new RowQuery(
  rowSchema,
  `SELECT ${stateColumns}, record FROM orders WHERE account_id = ? ORDER BY created_at DESC, order_id DESC`,
)
const statusesQuery = new RowQuery(
  statusSchema,
  'SELECT id, name FROM order_statuses WHERE account_id = ? ORDER BY position',
)
const readingQuery = new RowQuery(
  readingSchema,
  'SELECT read_at AS readAt, total, received FROM order_reads WHERE account_id = ?',
)

/** Orders and status names as last read, by account, in cache.db; their buyers are sealed. */
export class OrdersTable {
  readonly changes: OrderChangesTable
  readonly buyers: OrderBuyersTable
  readonly own: OwnOrders
  readonly marks: OrderMarksTable
  readonly removal: BuyerRemoval
  readonly #db: DatabaseSync
  readonly #comparison: OrdersComparison

  /**
   * @param own the database of what can't be read again
   * @param others what else of buyers is removed with those of the orders
   */
  constructor(cache: DatabaseSync, own: DatabaseSync, others?: OtherBuyers) {
    this.#db = cache
    this.changes = new OrderChangesTable(cache)
    this.buyers = new OrderBuyersTable(cache)
    this.own = new OwnOrders(cache, own)
    this.marks = new OrderMarksTable(this.own)
    const parts = { buyers: this.buyers, marks: this.marks, own: this.own }
    this.removal = new BuyerRemoval(cache, parts, others)
    this.#comparison = new OrdersComparison(cache, parts)
  }

  /**
   * Saves what was read and, in the same transaction, how it differs from what was saved. An answer that was asked for
   * before another one was saved is left aside: it may be older. A saved time that is still to come is one of a clock that
   * was set back, and leaves nothing aside.
   */
  save(accountId: string, reading: OrdersReading, seal: OrderSeal): Compared {
    const came = new Map(reading.orders.map((order) => [order.order_id, order]))
    let changes = 0
    erasing(this.#db, () => {
      const before = this.reading(accountId)
      if (before !== null && wasSavedMeanwhile(before, reading)) return
      this.#comparison.compare(accountId, reading, came, {
        seal,
        onFinding: (orderId, finding) => {
          changes += 1
          const isKnown = before === null || isOwn(reading, orderId, finding)
          this.changes.add(accountId, orderId, reading.readAt, finding, isKnown)
        },
      })
      this.#saveReading(accountId, reading, came.size)
    })
    return { received: came.size, changes }
  }

  /** Time when orders of any account were read last, ISO 8601; null before the first time. */
  lastReadAt(): string | null {
    return new RowQuery(lastReadSchema, 'SELECT max(read_at) AS readAt FROM order_reads').one(this.#db).readAt
  }

  #saveReading(accountId: string, { statuses, readAt, total }: OrdersReading, received: number): void {
    this.#db.prepare('DELETE FROM order_statuses WHERE account_id = ?').run(accountId)
    const put = this.#db.prepare(
      'INSERT OR REPLACE INTO order_statuses (account_id, id, name, position) VALUES (?, ?, ?, ?)',
    )
    statuses.forEach(({ id, name }, position) => put.run(accountId, id, name, position))
    this.#db
      .prepare(
        'INSERT OR REPLACE INTO order_reads (account_id, read_at, total, received) VALUES (?, ?, ?, ?)',
      )
      .run(accountId, readAt, total, received)
  }

  /** Newest first. */
  orders(accountId: string, seal: OrderSeal): SavedOrder[] {
    const sealed = this.buyers.marksOf(accountId, seal)
    const marks = this.marks.all(accountId, seal)
    const unseen = this.changes.unseen(accountId)
    return rowsQuery.all(this.#db, accountId).map((row) => {
      const mark = sealed.get(row.id)
      const opened = mark === undefined ? null : this.buyers.open(accountId, row.id, mark, seal)
      return {
        order: opened ?? row.record,
        buyer: buyerStateOf(row, opened !== null),
        vanishedAt: row.vanishedAt,
        mark: marks.get(row.id) ?? null,
        unseen: unseen.has(row.id),
      }
    })
  }

  /** Adverts that open orders name, of those that the last reading listed. */
  openAdverts(accountId: string): ReadonlySet<number> {
    const listed = rowsQuery.all(this.#db, accountId).filter(({ vanishedAt }) => vanishedAt === null)
    return new Set(openOrdersByAdvert(listed.map(({ record }) => record)).keys())
  }

  /** The statuses of the orders that the last reading listed, by their numbers. */
  listedStatuses(accountId: string): Map<number, number | null> {
    const listed = rowsQuery.all(this.#db, accountId).filter(({ vanishedAt }) => vanishedAt === null)
    return new Map(listed.map(({ id, record }) => [id, record.status]))
  }

  /** In the service's order. */
  statuses(accountId: string): OrderStatus[] {
    return statusesQuery.all(this.#db, accountId)
  }

  /** The last reading; null before the first one. */
  reading(accountId: string): SavedReading | null {
    return readingQuery.first(this.#db, accountId) ?? null
  }
}

/** Delay with which another program may note one that it saved before it (ms). */
const slack = 60_000

const isOwn = (reading: OrdersReading, orderId: number, finding: OrderFinding): boolean =>
  finding.kind === 'status' && reading.isOwn?.(orderId, finding.after) === true

const wasSavedMeanwhile = (before: SavedReading, { askedAt, readAt }: OrdersReading): boolean =>
  before.readAt > askedAt && Date.parse(before.readAt) <= Date.parse(readAt) + slack

function buyerStateOf({ erased, forgotten }: RowState, isOpened: boolean): SavedOrder['buyer'] {
  if (erased) return 'erased'
  if (forgotten) return 'forgotten'
  return isOpened ? 'here' : 'locked'
}
