import { storedOrder } from './stored-order.ts'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { z } from 'zod'
import type { Order } from '../service/order.ts'
import { RowQuery, tellUnreadable } from '../storage/row-query.ts'
import type { OrderSeal } from './order-seal.ts'

const bytes = z.instanceof(Uint8Array)
const markSchema = z.object({ id: z.number(), mark: z.string() })
const sealedSchema = z.object({ sealed: bytes })

const ofLostKeys =
  "FROM order_buyers WHERE key_id <> ? AND key_id <> (SELECT coalesce(key_id, '') FROM order_vault)"

/** Where an order's text belongs: sealed for one place it doesn't open in another. */
export const placeOf = (accountId: string, orderId: number): string => `${accountId}/${orderId}`

/**
 * Whole orders, as the service gave them, sealed. Rows of a key that is in the keychain outlive a session in which the
 * keychain was locked: each key has its own.
 */
export class OrderBuyersTable {
  readonly #db: DatabaseSync
  #put: StatementSync | null = null
  readonly #marks: RowQuery<typeof markSchema>
  readonly #sealed: RowQuery<typeof sealedSchema>
  /** What was opened, by place: most of it is the same when it is asked for again. */
  readonly #opened = new Map<string, { readonly mark: string; readonly order: Order }>()

  constructor(db: DatabaseSync) {
    this.#db = db
    this.#marks = new RowQuery(
      db,
      markSchema,
      'SELECT order_id AS id, mark FROM order_buyers WHERE account_id = ? AND key_id = ?',
    )
    this.#sealed = new RowQuery(
      db,
      sealedSchema,
      'SELECT sealed FROM order_buyers WHERE account_id = ? AND order_id = ? AND key_id = ?',
    )
  }

  put(accountId: string, orderId: number, order: Order, seal: OrderSeal): void {
    this.#put ??= this.#db.prepare(
      'INSERT OR REPLACE INTO order_buyers (account_id, order_id, key_id, mark, sealed) VALUES (?, ?, ?, ?, ?)',
    )
    const [place, text] = [placeOf(accountId, orderId), JSON.stringify(order)]
    this.#put.run(accountId, orderId, seal.keyId, seal.markOf(place, text), seal.seal(place, text))
  }

  /** The mark of each order of the account that this key sealed. */
  marksOf(accountId: string, { keyId }: OrderSeal): Map<number, string> {
    return new Map(this.#marks.all(accountId, keyId).map(({ id, mark }) => [id, mark]))
  }

  /** The order that was sealed with this mark, or null if it can't be opened. */
  open(accountId: string, orderId: number, mark: string, seal: OrderSeal): Order | null {
    const place = placeOf(accountId, orderId)
    const known = this.#opened.get(place)
    if (known?.mark === mark) return known.order
    const row = this.#sealed.first(accountId, orderId, seal.keyId)
    const text = row === undefined ? null : seal.open(place, row.sealed)
    if (text === null) return null
    const order = storedOrder.safeParse(text).data
    if (order === undefined) {
      tellUnreadable(this.#db, { table: 'order_buyers', leftOut: false, query: 'open', cells: place })
      return null
    }
    this.#opened.set(place, { mark, order })
    return order
  }

  remove(accountId: string, orderId: number): void {
    this.#opened.delete(placeOf(accountId, orderId))
    this.#db.prepare('DELETE FROM order_buyers WHERE account_id = ? AND order_id = ?').run(accountId, orderId)
  }

  /** Notes that this key is in the keychain: what it seals outlives a session without it. */
  keepKey({ keyId }: OrderSeal): void {
    this.#db.prepare('UPDATE order_vault SET key_id = ? WHERE key_id IS NOT ?').run(keyId, keyId)
  }

  /** Whether the keychain ever had a key of this data folder, as far as is known. */
  hasKeptKey(): boolean {
    return this.#db.prepare('SELECT 1 FROM order_vault WHERE key_id IS NOT NULL').get() !== undefined
  }

  /** Whether something is sealed by a key that is gone: neither this one nor the one of the keychain. */
  hasLost({ keyId }: OrderSeal): boolean {
    return this.#db.prepare(`SELECT 1 ${ofLostKeys} LIMIT 1`).get(keyId) !== undefined
  }

  /** Removes what was sealed by keys that are gone, such as those of earlier sessions. */
  removeLost({ keyId }: OrderSeal): void {
    this.#db.prepare(`DELETE ${ofLostKeys}`).run(keyId)
  }

  clear(): void {
    this.#opened.clear()
    this.#db.exec('DELETE FROM order_buyers')
  }
}
