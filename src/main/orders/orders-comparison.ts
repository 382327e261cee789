import type { Order, OrderStatus } from '../service/order.ts'
import { storedOrder } from './stored-order.ts'
import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { OrderFinding } from '#shared/orders/order-change.ts'
import { RowQuery, Statement, storedFlag } from '../storage/row-query.ts'
import { buyerFinding, cameFinding, orderFindings } from './compare-orders.ts'
import { type OrderBuyersTable, placeOf, type OrderMarksTable } from './order-marks-table.ts'
import type { OrderSeal } from './order-seal.ts'
import type { OwnOrders } from './own-orders.ts'

const dated = /^\d{4}-\d{2}-\d{2}/

/** True if the order is older than a moment in the service's own form. One without a date never is: its age is unknown. */
export const isOlder = ({ created_at }: Pick<Order, 'created_at'>, before: string): boolean =>
  created_at !== null && dated.test(created_at) && created_at < before

/**
 * The order without its buyer's identity. Only known fields are copied, so that a field that the service adds some day
 * isn't kept by mistake.
 */
const withoutBuyer = (order: Order): Order => ({
  order_id: order.order_id,
  status: order.status,
  total_order_sum: order.total_order_sum,
  created_at: order.created_at,
  recipient: { user_id: null, name: null, email: null, phone: null },
  delivery: {
    state_id: order.delivery.state_id,
    city_id: order.delivery.city_id,
    address: null,
    service: order.delivery.service,
    department: null,
  },
  items: order.items.map(({ adv_id, name, price, count, vendor_code, catalog_numbers }) => ({
    adv_id,
    name,
    price,
    count,
    note: null,
    vendor_code,
    catalog_numbers,
  })),
})

export const stateColumns = 'order_id AS id, digest, forgotten, erased, vanished_at AS vanishedAt'
export const stateSchema = z.object({
  id: z.number(),
  /** Digest of the record, which is without its buyer. */
  digest: z.string(),
  forgotten: storedFlag,
  erased: storedFlag,
  vanishedAt: z.string().nullable(),
})
export type RowState = z.infer<typeof stateSchema>
const recordSchema = z.object({ record: storedOrder })

export interface OrdersReading {
  readonly orders: readonly Order[]
  readonly statuses: readonly OrderStatus[]
  /** As the service counts the orders. */
  readonly total: number
  /** Time when the service was asked, ISO 8601. */
  readonly askedAt: string
  /** Time when its answer was there, ISO 8601. */
  readonly readAt: string
  /** Orders older than this, in the service's own form of time, are saved without their buyers; null = none are. */
  readonly forgetBefore: string | null
  /** True if this status of an order was set here: the change is neither new nor to be reported. */
  readonly isOwn?: ((orderId: number, status: number | null) => boolean) | undefined
}

/** Gets each difference that is found. */
export type OnFinding = (orderId: number, finding: OrderFinding) => void

/** Parts of the orders that have tables of its own. */
export interface OrderParts {
  readonly buyers: OrderBuyersTable
  readonly marks: OrderMarksTable
  readonly own: OwnOrders
}

interface Before {
  readonly row: RowState | undefined
  readonly isErased: boolean
  /** Mark of the whole order as it is saved. */
  readonly mark: string | undefined
  readonly seal: OrderSeal
  readonly forgetBefore: string | null
}

const digestOf = (record: string): string => hash('sha256', record, 'base64url')

const statesQuery = new RowQuery(stateSchema, `SELECT ${stateColumns} FROM orders WHERE account_id = ?`)
const recordQuery = new RowQuery(
  recordSchema,
  'SELECT record FROM orders WHERE account_id = ? AND order_id = ?',
)
const putRow = new Statement(
  `INSERT OR REPLACE INTO orders (account_id, order_id, created_at, record, digest, forgotten, erased, vanished_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, NULL)`,
)

/** Compares what was read with what is saved, and saves what differs. */
export class OrdersComparison {
  readonly #db: DatabaseSync
  readonly #parts: OrderParts

  constructor(db: DatabaseSync, parts: OrderParts) {
    this.#db = db
    this.#parts = parts
  }

  /** Within a transaction that erases what it replaces. Only a whole list proves that an order has vanished. */
  compare(
    accountId: string,
    reading: OrdersReading,
    came: ReadonlyMap<number, Order>,
    { seal, onFinding }: { readonly seal: OrderSeal; readonly onFinding: OnFinding },
  ): void {
    const { buyers, marks, own } = this.#parts
    const saved = new Map(statesQuery.all(this.#db, accountId).map((row) => [row.id, row]))
    const sealed = buyers.marksOf(accountId, seal)
    const { forgetBefore } = reading
    // The cache may have been lost: what was erased before that stays erased.
    const erased = own.erased(accountId)
    for (const [id, order] of came) {
      const row = saved.get(id)
      const isErased = row?.erased ?? erased.has(id)
      const was = { row, isErased, mark: sealed.get(id), seal, forgetBefore }
      for (const finding of this.#keep(accountId, order, was)) onFinding(id, finding)
    }
    if (forgetBefore !== null) marks.forget(forgetBefore)
    if (came.size >= reading.total)
      this.#vanish(
        accountId,
        [...saved.values()].filter(({ id }) => !came.has(id)),
        reading.readAt,
        onFinding,
      )
  }

  #vanish(accountId: string, missing: readonly RowState[], at: string, onFinding: OnFinding): void {
    const vanish = this.#db.prepare('UPDATE orders SET vanished_at = ? WHERE account_id = ? AND order_id = ?')
    for (const { id, vanishedAt } of missing) {
      if (vanishedAt !== null) continue
      vanish.run(at, accountId, id)
      onFinding(id, { kind: 'vanished' })
    }
  }

  /** Saves an order if it differs from its row. @returns in what it differs */
  #keep(accountId: string, order: Order, was: Before): OrderFinding[] {
    const { row, isErased, seal, forgetBefore } = was
    const { buyers } = this.#parts
    const id = order.order_id
    const isForgotten = forgetBefore !== null && isOlder(order, forgetBefore)
    const hasBuyer = !isForgotten && !isErased
    const isPlaced = row?.vanishedAt === null && row.forgotten === isForgotten
    const sameBuyer = !hasBuyer || was.mark === seal.markOf(placeOf(accountId, id), JSON.stringify(order))
    // The mark is that of the whole order, the digest that of an order without its buyer.
    if (isPlaced && hasBuyer && sameBuyer) return []
    const record = JSON.stringify(withoutBuyer(order))
    const digest = digestOf(record)
    if (isPlaced && sameBuyer && row.digest === digest) return []
    const old = this.#before(accountId, id, hasBuyer ? was : { ...was, mark: undefined })
    this.#putRow(accountId, order, { record, digest, isForgotten, isErased })
    if (!hasBuyer) buyers.remove(accountId, id)
    else if (!sameBuyer) buyers.put(accountId, id, order, seal)
    return old === null ? [cameFinding(order)] : differences(old, order, row?.vanishedAt ?? null)
  }

  #putRow(
    accountId: string,
    order: Order,
    row: {
      readonly record: string
      readonly digest: string
      readonly isForgotten: boolean
      readonly isErased: boolean
    },
  ): void {
    putRow
      .of(this.#db)
      .run(
        accountId,
        order.order_id,
        order.created_at ?? '',
        row.record,
        row.digest,
        Number(row.isForgotten),
        Number(row.isErased),
      )
  }

  /** The order as it is saved. Null if it isn't. */
  #before(accountId: string, orderId: number, { mark, seal }: Pick<Before, 'mark' | 'seal'>): Saved | null {
    const saved = recordQuery.first(this.#db, accountId, orderId)
    if (saved === undefined) return null
    const whole = mark === undefined ? null : this.#parts.buyers.open(accountId, orderId, mark, seal)
    return { record: saved.record, whole }
  }
}

interface Saved {
  readonly record: Order
  /** With its buyer, if that can be opened. */
  readonly whole: Order | null
}

function differences({ record, whole }: Saved, order: Order, vanishedAt: string | null): OrderFinding[] {
  const buyer = whole && buyerFinding(whole, order)
  return [
    ...(vanishedAt === null ? [] : [{ kind: 'returned' } as const]),
    ...orderFindings(record, order),
    ...(buyer ? [buyer] : []),
  ]
}
