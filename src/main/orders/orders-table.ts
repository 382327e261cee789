import { hash } from 'node:crypto'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { z } from 'zod'
import type { OrderFinding } from '#shared/orders/order-change.ts'
import type { Order, OrderStatus } from '../service/order.ts'
import { inTransaction } from '../storage/database.ts'
import { RowQuery, storedFlag } from '../storage/row-query.ts'
import { isOlder, withoutBuyer } from './buyer-data.ts'
import { buyerFinding, cameFinding, orderFindings } from './compare-orders.ts'
import { OrderBuyersTable, placeOf } from './order-buyers-table.ts'
import { OrderChangesTable } from './order-changes-table.ts'
import { OrderMarksTable, type OrderMark } from './order-marks-table.ts'
import type { OrderSeal } from './order-seal.ts'

const stateSchema = z.object({
  id: z.number(),
  /** Of the record, which is without its buyer. */
  digest: z.string().nullable(),
  forgotten: storedFlag,
  erased: storedFlag,
  /** Whether the record is without its buyer: one of an older version is not, until the key is known. */
  sealed: storedFlag,
  vanishedAt: z.string().nullable(),
})
type RowState = z.infer<typeof stateSchema>
const rowSchema = stateSchema.extend({ record: z.string() })
const recordSchema = z.object({ record: z.string() })

/** An order as saved. */
export interface SavedOrder {
  readonly order: Order
  /** `forgotten`: kept for as long as it may be; `erased`: by the dealer; `locked`: sealed by a key that isn't here. */
  readonly buyer: 'here' | 'forgotten' | 'erased' | 'locked'
  /** When a whole list came without it, ISO 8601; null while the service lists it. */
  readonly vanishedAt: string | null
  readonly mark: OrderMark | null
  /** It has changes that the dealer has not seen. */
  readonly unseen: boolean
}

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
  /** When the service was asked, ISO 8601. */
  readonly askedAt: string
  /** When its answer was there, ISO 8601. */
  readonly readAt: string
  /** Orders older than this, in the service's own form of time, are saved without their buyers; null = none are. */
  readonly forgetBefore: string | null
}

export interface Compared {
  /** How many different orders came. */
  readonly received: number
  /** How many changes were found. */
  readonly changes: number
}

const stateColumns = 'order_id AS id, digest, forgotten, erased, sealed, vanished_at AS vanishedAt'

const digestOf = (record: string): string => hash('sha256', record, 'base64url')

/** Orders and status names as last read, by account, in cache.db; their buyers are sealed. */
export class OrdersTable {
  readonly changes: OrderChangesTable
  readonly buyers: OrderBuyersTable
  readonly marks: OrderMarksTable
  readonly #db: DatabaseSync
  readonly #putOrder: StatementSync
  readonly #rows: RowQuery<typeof rowSchema>
  readonly #states: RowQuery<typeof stateSchema>
  readonly #record: RowQuery<typeof recordSchema>
  readonly #statuses: RowQuery<typeof statusSchema>
  readonly #reading: RowQuery<typeof readingSchema>

  constructor(db: DatabaseSync) {
    this.#db = db
    this.changes = new OrderChangesTable(db)
    this.buyers = new OrderBuyersTable(db)
    this.marks = new OrderMarksTable(db)
    this.#putOrder = db.prepare(
      `INSERT OR REPLACE INTO orders (account_id, order_id, created_at, record, digest, forgotten, erased, sealed, vanished_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, 1, NULL)`,
    )
    this.#rows = new RowQuery(
      db,
      rowSchema,
      `SELECT ${stateColumns}, record FROM orders WHERE account_id = ? ORDER BY created_at DESC, order_id DESC`,
    )
    this.#states = new RowQuery(db, stateSchema, `SELECT ${stateColumns} FROM orders WHERE account_id = ?`)
    this.#record = new RowQuery(
      db,
      recordSchema,
      'SELECT record FROM orders WHERE account_id = ? AND order_id = ?',
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
   * Saves what was read and, in the same transaction, how it differs from what was saved. Only a whole list tells that
   * an order has vanished. An answer that was asked for before another one was saved is left aside: it may be older.
   * A saved time that is still to come is one of a clock that was set back, and leaves nothing aside.
   */
  save(accountId: string, reading: OrdersReading, seal: OrderSeal): Compared {
    const came = new Map(reading.orders.map((order) => [order.order_id, order]))
    let changes = 0
    this.#erasing(() => {
      const before = this.reading(accountId)
      if (before !== null && wasSavedMeanwhile(before, reading)) return
      changes = this.#compare(accountId, reading, came, { seal, isFirst: before === null })
      this.#saveReading(accountId, reading, came.size)
    })
    return { received: came.size, changes }
  }

  #compare(
    accountId: string,
    reading: OrdersReading,
    came: ReadonlyMap<number, Order>,
    { seal, isFirst }: { readonly seal: OrderSeal; readonly isFirst: boolean },
  ): number {
    let changes = 0
    const add = (orderId: number, finding: OrderFinding): void => {
      changes += 1
      this.changes.add(accountId, orderId, reading.readAt, finding, isFirst)
    }
    const saved = new Map(this.#states.all(accountId).map((row) => [row.id, row]))
    const marks = this.buyers.marksOf(accountId, seal)
    for (const [id, order] of came) {
      const [row, mark] = [saved.get(id), marks.get(id)]
      for (const finding of this.#keep(accountId, order, { row, mark, seal, ...reading })) add(id, finding)
    }
    if (came.size < reading.total) return changes
    const vanish = this.#db.prepare('UPDATE orders SET vanished_at = ? WHERE account_id = ? AND order_id = ?')
    for (const { id, vanishedAt } of saved.values()) {
      if (vanishedAt !== null || came.has(id)) continue
      vanish.run(reading.readAt, accountId, id)
      add(id, { kind: 'vanished' })
    }
    return changes
  }

  /** Saves an order if it differs from its row. @returns in what it differs */
  #keep(
    accountId: string,
    order: Order,
    was: {
      readonly row: RowState | undefined
      /** Of the whole order as it is saved. */
      readonly mark: string | undefined
      readonly seal: OrderSeal
      readonly forgetBefore: string | null
    },
  ): OrderFinding[] {
    const { row, seal, forgetBefore } = was
    const id = order.order_id
    const isForgotten = forgetBefore !== null && isOlder(order, forgetBefore)
    const isErased = row?.erased ?? false
    const hasBuyer = !isForgotten && !isErased
    const isPlaced = row?.vanishedAt === null && row.forgotten === isForgotten
    const sameBuyer = !hasBuyer || was.mark === seal.markOf(placeOf(accountId, id), JSON.stringify(order))
    // The mark is that of the whole order, the digest that of an order without its buyer.
    if (isPlaced && hasBuyer && sameBuyer) return []
    const record = JSON.stringify(withoutBuyer(order))
    const digest = digestOf(record)
    if (isPlaced && sameBuyer && row.digest === digest) return []
    const old = this.#before(accountId, id, hasBuyer ? was : { ...was, mark: undefined })
    this.#putOrder.run(
      ...[accountId, id, order.created_at ?? '', record, digest],
      ...[Number(isForgotten), Number(isErased)],
    )
    if (!hasBuyer) this.#removeBuyer(accountId, id)
    else if (!sameBuyer) this.buyers.put(accountId, id, order, seal)
    if (row === undefined || old === null) return [cameFinding(order)]
    const buyer = old.whole && buyerFinding(old.whole, order)
    return [
      ...(row.vanishedAt === null ? [] : [{ kind: 'returned' } as const]),
      ...orderFindings(old.record, order),
      ...(buyer ? [buyer] : []),
    ]
  }

  /** The order as it is saved; `whole` with its buyer, if that can be opened. Null if it isn't saved. */
  #before(
    accountId: string,
    orderId: number,
    { mark, seal }: { readonly mark: string | undefined; readonly seal: OrderSeal },
  ): { readonly record: Order; readonly whole: Order | null } | null {
    const saved = this.#record.first(accountId, orderId)
    if (saved === undefined) return null
    const whole = mark === undefined ? null : this.buyers.open(accountId, orderId, mark, seal)
    return { record: JSON.parse(saved.record) as Order, whole }
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

  /** Whether any order still has its buyer's data. */
  hasBuyers(): boolean {
    return this.#db.prepare('SELECT 1 FROM orders WHERE forgotten = 0 LIMIT 1').get() !== undefined
  }

  /** Whether an order is saved openly, as an older version did. */
  hasOpen(): boolean {
    return this.#db.prepare('SELECT 1 FROM orders WHERE sealed = 0 LIMIT 1').get() !== undefined
  }

  /**
   * Seals the buyers that an older version saved openly, and removes what was sealed by keys that are gone.
   * @param isKept whether the key is in the keychain
   * @returns how many orders were sealed
   */
  sealOpen(seal: OrderSeal, isKept: boolean): number {
    if (isKept) this.buyers.keepKey(seal)
    const open = this.#db
      .prepare('SELECT account_id AS account, record, forgotten FROM orders WHERE sealed = 0')
      .all()
    if (open.length === 0 && !this.buyers.hasLost(seal)) return 0
    const put = this.#db.prepare(
      'UPDATE orders SET record = ?, sealed = 1 WHERE account_id = ? AND order_id = ?',
    )
    this.#erasing(() => {
      this.buyers.removeLost(seal)
      for (const { account, record, forgotten } of open) {
        const order = JSON.parse(String(record)) as Order
        if (forgotten === 0) this.buyers.put(String(account), order.order_id, order, seal)
        put.run(JSON.stringify(withoutBuyer(order)), String(account), order.order_id)
      }
    })
    this.#emptyLog()
    return open.length
  }

  /** Removes the buyers' data from all orders older than this, of every account. @returns how many had any */
  forget(before: string): number {
    const old = this.#db
      .prepare('SELECT account_id AS account, record FROM orders WHERE forgotten = 0 AND created_at < ?')
      .all(before)
      .map(({ account, record }) => ({
        account: String(account),
        order: JSON.parse(String(record)) as Order,
      }))
      .filter(({ order }) => isOlder(order, before))
    if (old.length === 0) return 0
    const put = this.#db.prepare(
      'UPDATE orders SET record = ?, forgotten = 1, sealed = 1 WHERE account_id = ? AND order_id = ?',
    )
    this.#erasing(() => {
      for (const { account, order } of old) {
        put.run(JSON.stringify(withoutBuyer(order)), account, order.order_id)
        this.#removeBuyer(account, order.order_id)
      }
    })
    this.#emptyLog()
    return old.length
  }

  /** Removes the buyers of every order of every account; a later reading doesn't bring them back. @returns how many orders */
  erase(): number {
    const open = this.#db.prepare('SELECT account_id AS account, record FROM orders WHERE sealed = 0').all()
    const put = this.#db.prepare(
      'UPDATE orders SET record = ?, sealed = 1 WHERE account_id = ? AND order_id = ?',
    )
    let erased = 0
    this.#erasing(() => {
      for (const { account, record } of open) {
        const order = JSON.parse(String(record)) as Order
        put.run(JSON.stringify(withoutBuyer(order)), String(account), order.order_id)
      }
      this.buyers.clear()
      this.marks.clearNotes()
      erased = Number(
        this.#db.prepare('UPDATE orders SET erased = 1 WHERE erased = 0 AND forgotten = 0').run().changes,
      )
    })
    this.#emptyLog()
    return erased
  }

  /** Newest first. */
  orders(accountId: string, seal: OrderSeal): SavedOrder[] {
    const sealed = this.buyers.marksOf(accountId, seal)
    const marks = this.marks.all(accountId, seal)
    const unseen = this.changes.unseen(accountId)
    return this.#rows.all(accountId).map((row) => {
      const mark = sealed.get(row.id)
      const opened = mark === undefined ? null : this.buyers.open(accountId, row.id, mark, seal)
      return {
        order: opened ?? (JSON.parse(row.record) as Order),
        buyer: buyerStateOf(row, opened !== null || !row.sealed),
        vanishedAt: row.vanishedAt,
        mark: marks.get(row.id) ?? null,
        unseen: unseen.has(row.id),
      }
    })
  }

  /** In the service's order. */
  statuses(accountId: string): OrderStatus[] {
    return this.#statuses.all(accountId)
  }

  /** The last reading; null before the first one. */
  reading(accountId: string): SavedReading | null {
    return this.#reading.first(accountId) ?? null
  }

  #removeBuyer(accountId: string, orderId: number): void {
    this.buyers.remove(accountId, orderId)
    this.marks.removeNote(accountId, orderId)
  }

  /** The write-ahead log still holds the pages as they were. */
  #emptyLog(): void {
    this.#db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
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

/** How much later than an answer another program may note one that it saved before it (ms). */
const slack = 60_000

const wasSavedMeanwhile = (before: SavedReading, { askedAt, readAt }: OrdersReading): boolean =>
  before.readAt > askedAt && Date.parse(before.readAt) <= Date.parse(readAt) + slack

function buyerStateOf({ erased, forgotten }: RowState, isOpened: boolean): SavedOrder['buyer'] {
  if (erased) return 'erased'
  if (forgotten) return 'forgotten'
  return isOpened ? 'here' : 'locked'
}
