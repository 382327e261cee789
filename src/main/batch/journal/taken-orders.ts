import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { RowQuery } from '../../storage/row-query.ts'
import { flag } from './journal-row.ts'

/** An entry of the log: a desk took an order, or gave it back. */
export interface OrderTake {
  readonly no: number
  readonly orderId: number
  readonly isTaken: boolean
  /** The desk, and whether that is this one. */
  readonly name: string
  readonly own: boolean
}

const takenSchema = z.object({ orderId: z.int(), name: z.string(), own: flag })
/** The desk that takes care of an order, and whether that is this one. */
export type TakenOrder = Readonly<Omit<z.infer<typeof takenSchema>, 'orderId'>>

/** Orders that desks of the team have taken, as its log has them. */
export class TakenOrders {
  readonly #db: DatabaseSync

  constructor(db: DatabaseSync) {
    this.#db = db
  }

  fold(accountId: string, { orderId, no, isTaken, name, own }: OrderTake): void {
    this.#db
      .prepare('INSERT OR REPLACE INTO team_orders VALUES (?, ?, ?, ?, ?, ?)')
      .run(accountId, orderId, no, isTaken ? 1 : 0, name, own ? 1 : 0)
  }

  /** The log is read from its beginning: a server that was put back may have lost some. */
  clear(accountId: string): void {
    this.#db.prepare('DELETE FROM team_orders WHERE account_id = ?').run(accountId)
  }

  /** The last entry about an order; 0 if there is none. */
  entryOf(accountId: string, orderId: number): number {
    const sql = 'SELECT no FROM team_orders WHERE account_id = ? AND order_id = ?'
    return new RowQuery(this.#db, z.object({ no: z.int() }), sql).first(accountId, orderId)?.no ?? 0
  }

  taken(accountId: string): Map<number, TakenOrder> {
    const sql = 'SELECT order_id AS orderId, name, own FROM team_orders WHERE account_id = ? AND is_taken'
    const found = new RowQuery(this.#db, takenSchema, sql).all(accountId)
    return new Map(found.map(({ orderId, ...by }) => [orderId, by]))
  }
}
