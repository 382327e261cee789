import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { RowQuery } from '../storage/row-query.ts'
import { isOlder, type OrderParts } from './orders-comparison.ts'
import { erasing, type OwnOrders } from './own-orders.ts'
import type { OrderBuyersTable, OrderMarksTable } from './order-marks-table.ts'
import type { OrderSeal } from './order-seal.ts'

const rowSchema = z.object({ account: z.string(), orderId: z.number(), createdAt: z.string() })

/** Buyers' data saved with their orders, such as callers: it is removed with them, in the same transactions. */
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

const beforeQuery = new RowQuery(
  rowSchema,
  `SELECT account_id AS account, order_id AS orderId, created_at AS createdAt FROM orders
       WHERE forgotten = 0 AND created_at < ?`,
)

/** Takes buyers' data out of what is saved, so that nothing of it can be read from the files any more. */
export class BuyerRemoval {
  readonly #db: DatabaseSync
  readonly #buyers: OrderBuyersTable
  readonly #marks: OrderMarksTable
  readonly #own: OwnOrders
  readonly #others: OtherBuyers

  constructor(db: DatabaseSync, { buyers, marks, own }: OrderParts, others = noOthers) {
    this.#db = db
    this.#buyers = buyers
    this.#marks = marks
    this.#own = own
    this.#others = others
  }

  /** True if anything still has its buyer's data. */
  hasBuyers(): boolean {
    const order = this.#db.prepare('SELECT 1 FROM orders WHERE forgotten = 0 LIMIT 1').get()
    return order !== undefined || this.#others.hasAny() || this.#marks.hasDated()
  }

  /**
   * From now on this key seals; what was sealed by keys that are gone is removed.
   * @param isKept whether the key is in the keychain
   */
  takeKey(seal: OrderSeal, isKept: boolean): void {
    if (isKept) this.#buyers.keepKey(seal)
    if (!this.#buyers.hasLost(seal) && !this.#others.hasLost(seal.keyId)) return
    this.#own.scheduleCleanup('logs')
    erasing(this.#db, () => {
      this.#buyers.removeLost(seal)
      this.#others.removeLost(seal.keyId)
    })
    this.#own.emptyLogs()
  }

  /** Removes the buyers' data that is older than this, of every account. @returns of how many orders, and of how much else */
  forget(before: string): number {
    const old = beforeQuery
      .all(this.#db, before)
      .filter(({ createdAt }) => isOlder({ created_at: createdAt }, before))
    const hasOthers = this.#others.hasBefore(before) || this.#marks.hasBefore(before)
    if (old.length === 0 && !hasOthers) return 0
    let others = 0
    this.#own.scheduleCleanup('logs')
    // First of all: a process that is ended in between finds the orders again, and forgets them then.
    this.#marks.forget(before)
    const forgotten = this.#db.prepare(
      'UPDATE orders SET forgotten = 1 WHERE account_id = ? AND order_id = ?',
    )
    erasing(this.#db, () => {
      for (const { account, orderId } of old) {
        forgotten.run(account, orderId)
        this.#buyers.remove(account, orderId)
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
    this.#own.scheduleCleanup('buyers', 'key', 'logs')
    return this.#eraseOwed()
  }

  /** Does what an earlier erasing left, but for the key. */
  finish(): void {
    if (this.#own.owes('buyers')) this.#eraseOwed()
    this.#own.emptyLogs()
  }

  #eraseOwed(): number {
    let erased = 0
    this.#marks.clearNotes()
    erasing(this.#db, () => {
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
}
