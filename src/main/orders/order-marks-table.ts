import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { RowQuery } from '../storage/row-query.ts'
import { erasing, type OwnOrders } from './own-orders.ts'
import { placeOf } from './order-buyers-table.ts'
import type { OrderSeal } from './order-seal.ts'

const markSchema = z.object({
  id: z.number(),
  at: z.string(),
  note: z.instanceof(Uint8Array).nullable(),
})

/** That the dealer has handled an order, with a note of the dealer's own. */
export interface OrderMark {
  /** ISO 8601. */
  readonly handledAt: string
  /** '' without one, or if it can't be opened. */
  readonly note: string
  /** There is a note, sealed by a key that isn't here. */
  readonly locked: boolean
}

const notePlace = (accountId: string, orderId: number): string => `${placeOf(accountId, orderId)}/note`

/** Marks of the dealer's own. A note may name a buyer: it is sealed, and leaves with the buyer. */
export class OrderMarksTable {
  readonly #own: OwnOrders

  constructor(own: OwnOrders) {
    this.#own = own
  }

  all(accountId: string, seal: OrderSeal): Map<number, OrderMark> {
    const marks = new RowQuery(
      this.#db,
      markSchema,
      'SELECT order_id AS id, handled_at AS at, note FROM order_marks WHERE account_id = ?',
    )
    return new Map(
      marks.all(accountId).map(({ id, at, note }) => {
        const text = note === null ? '' : seal.open(notePlace(accountId, id), note)
        return [id, { handledAt: at, note: text ?? '', locked: text === null }]
      }),
    )
  }

  /** Without a note, one that is sealed by a key that isn't here stays: it could not be shown what was removed. */
  put(
    accountId: string,
    orderId: number,
    { handledAt, note }: Omit<OrderMark, 'locked'>,
    seal: OrderSeal,
  ): OrderMark {
    const locked = note === '' && (this.all(accountId, seal).get(orderId)?.locked ?? false)
    const sealed = note === '' ? null : seal.seal(notePlace(accountId, orderId), note)
    const kept = locked ? 'handled_at = excluded.handled_at' : marked
    const put = this.#db.prepare(
      `INSERT INTO order_marks (account_id, order_id, handled_at, key_id, note, created_at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET ${kept}`,
    )
    const createdAt = this.#own.createdAt(accountId, orderId)
    // The note before it too: what is left of it would be there when the buyer is taken out.
    erasing(
      this.#db,
      () => void put.run(accountId, orderId, handledAt, sealed && seal.keyId, sealed, createdAt),
    )
    return { handledAt, note, locked }
  }

  remove(accountId: string, orderId: number): void {
    const remove = this.#db.prepare('DELETE FROM order_marks WHERE account_id = ? AND order_id = ?')
    erasing(this.#db, () => void remove.run(accountId, orderId))
  }

  /** Whether there is a note that leaves with a buyer. */
  hasDated(): boolean {
    return this.#db.prepare(`SELECT 1 FROM order_marks ${dated} LIMIT 1`).get() !== undefined
  }

  /** Whether there is one on an order from before a moment, in the service's own form of time. */
  hasBefore(moment: string): boolean {
    return (
      this.#db.prepare(`SELECT 1 FROM order_marks ${dated} AND created_at < ? LIMIT 1`).get(moment) !==
      undefined
    )
  }

  /** Removes those from the file, of every account; the marks stay. The caller empties the logs afterwards. */
  forget(moment: string): void {
    if (!this.hasBefore(moment)) return
    this.#own.owe('logs')
    const forget = this.#db.prepare(`UPDATE ${noNote} ${dated} AND created_at < ?`)
    erasing(this.#db, () => void forget.run(moment))
  }

  /** Removes all notes. */
  clearNotes(): void {
    if (!this.#hasNotes()) return
    this.#own.owe('logs')
    erasing(this.#db, () => this.#db.exec(`UPDATE ${noNote}`))
  }

  #hasNotes(): boolean {
    return this.#db.prepare('SELECT 1 FROM order_marks WHERE note IS NOT NULL LIMIT 1').get() !== undefined
  }

  get #db(): DatabaseSync {
    return this.#own.db
  }
}

const marked =
  'handled_at = excluded.handled_at, key_id = excluded.key_id, note = excluded.note, created_at = excluded.created_at'
const noNote = 'order_marks SET note = NULL, key_id = NULL'
/** The order's date is checked as that of its buyer is (buyer-data.ts). */
const dated = "WHERE note IS NOT NULL AND created_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*'"
