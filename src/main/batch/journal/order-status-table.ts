import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { sentStatusSchema, type SentStatus, type StatusWriteEnd } from '#shared/orders/order-status.ts'
import { RowQuery } from '../../storage/row-query.ts'
import { inTransaction } from '../../storage/transactions.ts'

/**
 * Statuses of orders that were sent, each from before its first byte left. Nothing of a buyer is in it. At most one
 * write of an order is open; what has ended stays as it is, and what is in doubt is never sent again. They count for no
 * mark outside the journal, as rows of batches do. A restored journal that lacks one only reports it no more: each is
 * compared with the service before it is sent, and setting a status twice changes nothing.
 */
export const orderStatusSchema = `
CREATE TABLE order_status_writes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL,
  order_id INTEGER NOT NULL,
  before INTEGER,
  after INTEGER NOT NULL CHECK (before IS NULL OR before <> after),
  state TEXT NOT NULL CHECK (state IN ('sending', 'in-doubt', 'done', 'failed', 'unsent')),
  sent_at TEXT NOT NULL,
  ended_at TEXT CHECK ((state = 'sending') = (ended_at IS NULL)),
  source TEXT CHECK (source IN ('response', 'read')),
  error_code TEXT,
  http_status INTEGER
) STRICT;
CREATE UNIQUE INDEX order_status_writes_open ON order_status_writes (account_id, order_id)
  WHERE state IN ('sending', 'in-doubt');
CREATE INDEX order_status_writes_answered ON order_status_writes (account_id)
  WHERE state = 'done' AND source = 'response';
CREATE TRIGGER order_status_writes_frozen BEFORE UPDATE ON order_status_writes
WHEN OLD.state IN ('done', 'failed', 'unsent') OR NEW.state = 'sending' OR (OLD.state = 'in-doubt' AND NEW.state = 'unsent')
  OR (NEW.account_id, NEW.order_id, NEW.after, NEW.sent_at) IS NOT (OLD.account_id, OLD.order_id, OLD.after, OLD.sent_at)
BEGIN SELECT RAISE(ABORT, 'a status that was sent stays as it ended'); END;`

const openSchema = z.object({
  id: z.int(),
  orderId: z.int(),
  before: z.int().nullable(),
  after: z.int(),
  sentAt: z.string(),
})
/** A write of which it is not known whether it was done. */
export type OpenStatusWrite = z.infer<typeof openSchema>

/** As many as a list of them can show. */
const mostShown = 100

const openQuery = new RowQuery(
  openSchema,
  `SELECT id, order_id AS orderId, before, after, sent_at AS sentAt FROM order_status_writes
       WHERE account_id = ? AND state IN ('sending', 'in-doubt')`,
)
const lastQuery = new RowQuery(
  sentStatusSchema,
  `SELECT id, order_id AS orderId, before, after, iif(state = 'sending', 'in-doubt', state) AS state, sent_at AS sentAt
       FROM order_status_writes WHERE account_id = ? ORDER BY id DESC LIMIT ${mostShown}`,
)

/** Writes of statuses of orders in the journal, by the same discipline as rows of batches. */
export class OrderStatusTable {
  readonly #db: DatabaseSync
  readonly #assertHeld: () => void

  /** @param assertHeld throws Fault `engine-taken` if another process has taken the engine */
  constructor(db: DatabaseSync, assertHeld: () => void) {
    this.#db = db
    this.#assertHeld = assertHeld
  }

  /** Statuses that were sent last of the account, the newest first. */
  last(accountId: string): SentStatus[] {
    return lastQuery.all(this.#db, accountId)
  }

  /** Open writes of the account; in a process that sends nothing, one that was being sent is in doubt as well. */
  open(accountId: string): OpenStatusWrite[] {
    return openQuery.all(this.#db, accountId)
  }

  /** True if the service has once answered that it did what the account asked. */
  hasAnswered(accountId: string): boolean {
    const found = this.#db.prepare(
      `SELECT 1 FROM order_status_writes
       WHERE account_id = ? AND state = 'done' AND source = 'response' LIMIT 1`,
    )
    return found.get(accountId) !== undefined
  }

  /**
   * Commits that the status is being sent, before its first byte leaves.
   * @param at ISO 8601
   * @returns the number of the write; null if the order has an open one
   * @throws Fault `engine-taken`; what the database throws. Nothing may be sent then.
   */
  claim(
    accountId: string,
    { orderId, before, after }: Omit<OpenStatusWrite, 'id' | 'sentAt'>,
    at: string,
  ): number | null {
    return inTransaction(this.#db, () => {
      this.#assertHeld()
      const insert = this.#db.prepare(
        `INSERT INTO order_status_writes (account_id, order_id, before, after, state, sent_at)
         SELECT ?1, ?2, ?3, ?4, 'sending', ?5 WHERE NOT EXISTS (SELECT 1 FROM order_status_writes
           WHERE account_id = ?1 AND order_id = ?2 AND state IN ('sending', 'in-doubt'))`,
      )
      const { changes, lastInsertRowid } = insert.run(accountId, orderId, before, after, at)
      return Number(changes) === 0 ? null : Number(lastInsertRowid)
    })
  }

  /** Commits what became of it. @param at ISO 8601 */
  end(id: number, { state, source, code, status }: StatusWriteEnd, at: string): void {
    this.#db
      .prepare(
        `UPDATE order_status_writes SET state = ?, source = ?, error_code = ?, http_status = ?, ended_at = ? WHERE id = ?`,
      )
      .run(state, source, code, status, at, id)
  }
}
