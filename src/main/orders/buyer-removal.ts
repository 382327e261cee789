import { storedOrder } from './stored-order.ts'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { z } from 'zod'
import { RowQuery } from '../storage/row-query.ts'
import { isOlder, withoutBuyer } from './buyer-data.ts'
import { erasing } from './erasing.ts'
import type { OrderBuyersTable } from './order-buyers-table.ts'
import type { OrderMarksTable } from './order-marks-table.ts'
import type { OrderSeal } from './order-seal.ts'
import type { OrderParts } from './orders-comparison.ts'
import type { OwnOrders } from './own-orders.ts'

const rowSchema = z.object({
  account: z.string(),
  orderId: z.number(),
  createdAt: z.string(),
  /** Null if it can't be read: whatever it holds is removed all the same. */
  record: storedOrder.nullable().catch(null),
  forgotten: z.number(),
})
type Row = z.output<typeof rowSchema>

/** What else of buyers is saved beside their orders, such as who rang: it is removed with them, in the same transactions. */
export interface OtherBuyers {
  hasAny(): boolean
  /** From before a moment, in the service's own form of time. */
  hasBefore(moment: string): boolean
  /** Sealed by a key that is gone: neither this one nor the one of the keychain. */
  hasLost(keyId: string): boolean
  removeLost(keyId: string): void
  /** @returns how many had any */
  forget(moment: string): number
  clear(): void
}

const noOthers: OtherBuyers = {
  hasAny: () => false,
  hasBefore: () => false,
  hasLost: () => false,
  removeLost: () => undefined,
  forget: () => 0,
  clear: () => undefined,
}

/** Takes buyers' data out of what is saved, so that nothing of it can be read from the files any more. */
export class BuyerRemoval {
  readonly #db: DatabaseSync
  readonly #buyers: OrderBuyersTable
  readonly #marks: OrderMarksTable
  readonly #own: OwnOrders
  readonly #others: OtherBuyers
  readonly #open: RowQuery<typeof rowSchema>
  readonly #before: RowQuery<typeof rowSchema>
  #bare: StatementSync | null = null

  constructor(db: DatabaseSync, { buyers, marks, own }: OrderParts, others = noOthers) {
    this.#db = db
    this.#buyers = buyers
    this.#marks = marks
    this.#own = own
    this.#others = others
    const rows = (filter: string): RowQuery<typeof rowSchema> =>
      new RowQuery(
        db,
        rowSchema,
        `SELECT account_id AS account, order_id AS orderId, created_at AS createdAt, record, forgotten FROM orders WHERE ${filter}`,
      )
    this.#open = rows('sealed = 0')
    this.#before = rows('forgotten = 0 AND created_at < ?')
  }

  /** Whether anything still has its buyer's data. */
  hasBuyers(): boolean {
    const order = this.#db.prepare('SELECT 1 FROM orders WHERE forgotten = 0 LIMIT 1').get()
    return order !== undefined || this.#others.hasAny() || this.#marks.hasDated()
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
    if (isKept) this.#buyers.keepKey(seal)
    const open = this.#open.all()
    const hasLost = this.#buyers.hasLost(seal) || this.#others.hasLost(seal.keyId)
    if (open.length === 0 && !hasLost) return 0
    this.#own.owe('logs')
    erasing(this.#db, () => {
      this.#buyers.removeLost(seal)
      this.#others.removeLost(seal.keyId)
      for (const row of open) {
        const { account, orderId, record, forgotten } = row
        if (record === null) continue
        if (forgotten === 0) this.#buyers.put(account, orderId, record, seal)
        this.#putBare(row)
      }
    })
    this.#own.emptyLogs()
    return open.length
  }

  /** Removes the buyers' data that is older than this, of every account. @returns of how many orders, and of how much else */
  forget(before: string): number {
    const old = this.#before.all(before).filter(({ createdAt }) => isOlder({ created_at: createdAt }, before))
    const hasOthers = this.#others.hasBefore(before) || this.#marks.hasBefore(before)
    if (old.length === 0 && !hasOthers) return 0
    let others = 0
    this.#own.owe('logs')
    // First of all: a process that is ended in between finds the orders again, and forgets them then.
    this.#marks.forget(before)
    const forgotten = this.#db.prepare(
      'UPDATE orders SET forgotten = 1 WHERE account_id = ? AND order_id = ?',
    )
    erasing(this.#db, () => {
      for (const row of old) {
        this.#putBare(row)
        forgotten.run(row.account, row.orderId)
        this.#buyers.remove(row.account, row.orderId)
      }
      others = this.#others.forget(before)
    })
    this.#own.emptyLogs()
    return old.length + others
  }

  /**
   * Removes the buyers of every order of every account; a later reading doesn't bring them back. That the key is to be
   * destroyed is noted first: a start after an end in between does the rest.
   * @returns how many orders
   */
  erase(): number {
    this.#own.owe('buyers', 'key', 'logs')
    return this.#eraseOwed()
  }

  /** Does what an earlier erasing left, but for the key. */
  finish(): void {
    if (this.#own.owes('buyers')) this.#eraseOwed()
    this.#own.emptyLogs()
  }

  #eraseOwed(): number {
    const open = this.#open.all()
    let erased = 0
    this.#marks.clearNotes()
    erasing(this.#db, () => {
      for (const row of open) this.#putBare(row)
      this.#buyers.clear()
      this.#others.clear()
      erased = Number(
        this.#db.prepare('UPDATE orders SET erased = 1 WHERE erased = 0 AND forgotten = 0').run().changes,
      )
    })
    this.#own.keepErased()
    this.#own.settle('buyers')
    this.#own.emptyLogs()
    return erased
  }

  #putBare({ account, orderId, record }: Row): void {
    this.#bare ??= this.#db.prepare(
      'UPDATE orders SET record = ?, sealed = 1 WHERE account_id = ? AND order_id = ?',
    )
    this.#bare.run(record === null ? '{}' : JSON.stringify(withoutBuyer(record)), account, orderId)
  }
}
