import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { RowQuery } from '../storage/row-query.ts'
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
}

const notePlace = (accountId: string, orderId: number): string => `${placeOf(accountId, orderId)}/note`

/** Marks of the dealer's own. A note may name a buyer: it is sealed, and leaves with the buyer. */
export class OrderMarksTable {
  readonly #db: DatabaseSync
  readonly #all: RowQuery<typeof markSchema>

  constructor(db: DatabaseSync) {
    this.#db = db
    this.#all = new RowQuery(
      db,
      markSchema,
      'SELECT order_id AS id, handled_at AS at, note FROM order_marks WHERE account_id = ?',
    )
  }

  all(accountId: string, seal: OrderSeal): Map<number, OrderMark> {
    return new Map(
      this.#all.all(accountId).map(({ id, at, note }) => {
        const text = note === null ? null : seal.open(notePlace(accountId, id), note)
        return [id, { handledAt: at, note: text ?? '' }]
      }),
    )
  }

  put(accountId: string, orderId: number, { handledAt, note }: OrderMark, seal: OrderSeal): void {
    const sealed = note === '' ? null : seal.seal(notePlace(accountId, orderId), note)
    this.#db
      .prepare(
        'INSERT OR REPLACE INTO order_marks (account_id, order_id, handled_at, key_id, note) VALUES (?, ?, ?, ?, ?)',
      )
      .run(accountId, orderId, handledAt, sealed && seal.keyId, sealed)
  }

  remove(accountId: string, orderId: number): void {
    this.#db.prepare('DELETE FROM order_marks WHERE account_id = ? AND order_id = ?').run(accountId, orderId)
  }

  removeNote(accountId: string, orderId: number): void {
    this.#db
      .prepare('UPDATE order_marks SET note = NULL, key_id = NULL WHERE account_id = ? AND order_id = ?')
      .run(accountId, orderId)
  }

  clearNotes(): void {
    this.#db.exec('UPDATE order_marks SET note = NULL, key_id = NULL')
  }
}
