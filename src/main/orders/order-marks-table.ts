import type { DatabaseSync } from 'node:sqlite'
import { storedOrder } from './stored-order.ts'
import { z } from 'zod'
import type { Order } from '../service/order.ts'
import { RowQuery, Statement, reportUnreadableRecord } from '../storage/row-query.ts'
import type { OrderSeal } from './order-seal.ts'
import { type OwnOrders, erasing } from './own-orders.ts'
import { Table } from '../storage/table.ts'

const bytes = z.instanceof(Uint8Array)
const markSchema = z.object({ id: z.number(), mark: z.string() })
const sealedSchema = z.object({ sealed: bytes })

const ofLostKeys =
  "FROM order_buyers WHERE key_id <> ? AND key_id <> (SELECT coalesce(key_id, '') FROM order_vault)"

/** Place of an order's text: sealed for one place it doesn't open in another. */
export const placeOf = (accountId: string, orderId: number): string => `${accountId}/${orderId}`

const marksQuery = new RowQuery(
  markSchema,
  'SELECT order_id AS id, mark FROM order_buyers WHERE account_id = ? AND key_id = ?',
)
const sealedQuery = new RowQuery(
  sealedSchema,
  'SELECT sealed FROM order_buyers WHERE account_id = ? AND order_id = ? AND key_id = ?',
)
const putBuyer = new Statement(
  'INSERT OR REPLACE INTO order_buyers (account_id, order_id, key_id, mark, sealed) VALUES (?, ?, ?, ?, ?)',
)

/**
 * Whole orders, as the service gave them, sealed. Rows of a key that is in the keychain outlive a session in which the
 * keychain was locked: each key has its own.
 */
export class OrderBuyersTable extends Table {
  /** Opened texts, by place: most of it is the same when it is asked for again. */
  readonly #opened = new Map<string, { readonly mark: string; readonly order: Order }>()

  put(accountId: string, orderId: number, order: Order, seal: OrderSeal): void {
    const place = placeOf(accountId, orderId)
    const text = JSON.stringify(order)
    putBuyer.of(this.db).run(accountId, orderId, seal.keyId, seal.markOf(place, text), seal.seal(place, text))
  }

  /** The mark of each order of the account that this key sealed. */
  marksOf(accountId: string, { keyId }: OrderSeal): Map<number, string> {
    return new Map(marksQuery.all(this.db, accountId, keyId).map(({ id, mark }) => [id, mark]))
  }

  /** The order that was sealed with this mark, or null if it can't be opened. */
  open(accountId: string, orderId: number, mark: string, seal: OrderSeal): Order | null {
    const place = placeOf(accountId, orderId)
    const known = this.#opened.get(place)
    if (known?.mark === mark) return known.order
    const row = sealedQuery.first(this.db, accountId, orderId, seal.keyId)
    const text = row === undefined ? null : seal.open(place, row.sealed)
    if (text === null) return null
    const order = storedOrder.safeParse(text).data
    if (order === undefined) {
      reportUnreadableRecord(this.db, { table: 'order_buyers', leftOut: false, query: 'open', cells: place })
      return null
    }
    this.#opened.set(place, { mark, order })
    return order
  }

  remove(accountId: string, orderId: number): void {
    this.#opened.delete(placeOf(accountId, orderId))
    this.db.prepare('DELETE FROM order_buyers WHERE account_id = ? AND order_id = ?').run(accountId, orderId)
  }

  /** Notes that this key is in the keychain: what it seals outlives a session without it. */
  keepKey({ keyId }: OrderSeal): void {
    this.db.prepare('UPDATE order_vault SET key_id = ? WHERE key_id IS NOT ?').run(keyId, keyId)
  }

  /** True if the keychain ever had a key of this data folder, as far as is known. */
  hasKeptKey(): boolean {
    return this.db.prepare('SELECT 1 FROM order_vault WHERE key_id IS NOT NULL').get() !== undefined
  }

  /** True if something is sealed by a key that is gone: neither this one nor the one of the keychain. */
  hasLost({ keyId }: OrderSeal): boolean {
    return this.db.prepare(`SELECT 1 ${ofLostKeys} LIMIT 1`).get(keyId) !== undefined
  }

  /** Removes what was sealed by keys that are gone, such as those of earlier sessions. */
  removeLost({ keyId }: OrderSeal): void {
    this.db.prepare(`DELETE ${ofLostKeys}`).run(keyId)
  }

  clear(): void {
    this.#opened.clear()
    this.db.exec('DELETE FROM order_buyers')
  }
}

const keptSchema = z.object({
  id: z.number(),
  at: z.string(),
  note: z.instanceof(Uint8Array).nullable(),
})

/** Mark of the dealer on a handled order, with a note of the dealer's own. */
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
      keptSchema,
      'SELECT order_id AS id, handled_at AS at, note FROM order_marks WHERE account_id = ?',
    )
    return new Map(
      marks.all(this.#db, accountId).map(({ id, at, note }) => {
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

  /** True if there is a note that leaves with a buyer. */
  hasDated(): boolean {
    return this.#db.prepare(`SELECT 1 FROM order_marks ${dated} LIMIT 1`).get() !== undefined
  }

  /** True if there is one on an order from before a moment, in the service's own form of time. */
  hasBefore(moment: string): boolean {
    return (
      this.#db.prepare(`SELECT 1 FROM order_marks ${dated} AND created_at < ? LIMIT 1`).get(moment) !==
      undefined
    )
  }

  /** Removes those from the file, of every account; the marks stay. The caller empties the logs afterwards. */
  forget(moment: string): void {
    if (!this.hasBefore(moment)) return
    this.#own.scheduleCleanup('logs')
    const forget = this.#db.prepare(`UPDATE ${noNote} ${dated} AND created_at < ?`)
    erasing(this.#db, () => void forget.run(moment))
  }

  /** Removes all notes. */
  clearNotes(): void {
    if (!this.#hasNotes()) return
    this.#own.scheduleCleanup('logs')
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
