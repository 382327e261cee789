import { storedJson, RowQuery, Statement } from '../storage/row-query.ts'
import { z } from 'zod'
import { orderFindingSchema, type OrderChange, type OrderFinding } from '#shared/orders/order-change.ts'
import { inTransaction } from '../storage/transactions.ts'
import { Table } from '../storage/table.ts'

const changeSchema = z.object({
  id: z.int(),
  orderId: z.number(),
  at: z.string(),
  finding: storedJson.pipe(orderFindingSchema),
})
const countSchema = z.object({ count: z.int() })
const idSchema = z.object({ id: z.number() })
const columns = 'id, order_id AS orderId, at, facts AS finding'

/** Orders that one transaction marks as seen. */
const atOnce = 500

const unseenQuery = new RowQuery(
  idSchema,
  'SELECT DISTINCT order_id AS id FROM order_changes WHERE account_id = ? AND seen = 0',
)
const lastQuery = new RowQuery(
  countSchema,
  'SELECT coalesce(max(id), 0) AS count FROM order_changes WHERE account_id = ?',
)

const select = (filter: string): RowQuery<typeof changeSchema> =>
  new RowQuery(changeSchema, `SELECT ${columns} FROM order_changes WHERE account_id = ? AND ${filter}`)
const ofOrderQuery = select('order_id = ? ORDER BY id')
const afterQuery = select('id > ? ORDER BY id')
const unreportedQuery = select('told = 0 ORDER BY id')
const insertStatement = new Statement(
  'INSERT INTO order_changes (account_id, order_id, at, kind, facts, told, seen) VALUES (?, ?, ?, ?, ?, ?, ?)',
)

/** The timeline of every order, which of it the dealer has seen, and which a notice reported. */
export class OrderChangesTable extends Table {
  /** Within the transaction of the reading. `known`: it is neither marked as new nor reported. */
  add(accountId: string, orderId: number, at: string, finding: OrderFinding, known: boolean): void {
    const flag = Number(known)
    insertStatement.of(this.db).run(accountId, orderId, at, finding.kind, JSON.stringify(finding), flag, flag)
  }

  /** Oldest first. */
  timeline(accountId: string, orderId: number): OrderChange[] {
    return ofOrderQuery.all(this.db, accountId, orderId)
  }

  /** Changes with a higher id than this, oldest first. */
  after(accountId: string, id: number): OrderChange[] {
    return afterQuery.all(this.db, accountId, id)
  }

  /** The id of the newest change, 0 without one. */
  last(accountId: string): number {
    return lastQuery.one(this.db, accountId).count
  }

  /** Orders with changes that the dealer has not seen. */
  unseen(accountId: string): Set<number> {
    return new Set(unseenQuery.all(this.db, accountId).map(({ id }) => id))
  }

  /**
   * @param orderIds null = all of the account
   * @param until the id of the newest change that was shown: later ones stay unseen
   */
  markSeen(accountId: string, orderIds: readonly number[] | null, until: number): void {
    const all = 'UPDATE order_changes SET seen = 1 WHERE account_id = ? AND seen = 0 AND id <= ?'
    if (orderIds === null) {
      this.db.prepare(all).run(accountId, until)
      return
    }
    const one = this.db.prepare(`${all} AND order_id = ?`)
    for (let first = 0; first < orderIds.length; first += atOnce)
      inTransaction(this.db, () => {
        for (const id of orderIds.slice(first, first + atOnce)) one.run(accountId, until, id)
      })
  }

  /**
   * Takes what no notice has reported yet, and saves it as reported first: a process that ends in between leaves the
   * marks of the orders, and nothing is reported twice. Of several programs one gets each change.
   */
  claimUnreported(accountId: string): OrderChange[] {
    if (unreportedQuery.first(this.db, accountId) === undefined) return []
    this.db.exec('PRAGMA synchronous = FULL')
    try {
      return inTransaction(this.db, () => {
        const changes = unreportedQuery.all(this.db, accountId)
        this.db.prepare('UPDATE order_changes SET told = 1 WHERE account_id = ? AND told = 0').run(accountId)
        return changes
      })
    } finally {
      this.db.exec('PRAGMA synchronous = NORMAL')
    }
  }

  /** Up to which change the account was watched on the command line; null before the first time. */
  watched(accountId: string): number | null {
    const row = this.db.prepare('SELECT last FROM order_watches WHERE account_id = ?').get(accountId)
    return row === undefined ? null : Number(row.last)
  }

  keepWatched(accountId: string, last: number): void {
    this.db
      .prepare('INSERT OR REPLACE INTO order_watches (account_id, last) VALUES (?, ?)')
      .run(accountId, last)
  }
}
