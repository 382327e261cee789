import { z } from 'zod'
import { inTransaction } from '../storage/transactions.ts'
import { RowQuery } from '../storage/row-query.ts'
import type { Owner } from './owner.ts'
import { Table } from '../storage/table.ts'

/** The service's last list of an owner's adverts, and which of them were not read since. */
export const stockListSchema = `
  CREATE TABLE stock_lists (
    account_id TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    listed INTEGER NOT NULL,
    listed_at TEXT NOT NULL,
    PRIMARY KEY (account_id, user_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE unread_adverts (
    account_id TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    place INTEGER NOT NULL,
    id INTEGER NOT NULL,
    PRIMARY KEY (account_id, user_id, id)
  ) STRICT, WITHOUT ROWID;
`

const listSchema = z.object({ listed: z.number(), listedAt: z.string() })
const countSchema = z.object({ unread: z.number() })
const idSchema = z.object({ id: z.number() })

/** Facts of a list: how long it was, when it was read, and how many of its adverts were not read since. */
interface StockList {
  readonly listed: number
  /** ISO 8601. */
  readonly listedAt: string
  readonly unread: number
}

const listQuery = new RowQuery(
  listSchema,
  'SELECT listed, listed_at AS listedAt FROM stock_lists WHERE account_id = ? AND user_id = ?',
)
const countQuery = new RowQuery(
  countSchema,
  'SELECT count(*) AS unread FROM unread_adverts WHERE account_id = ? AND user_id = ?',
)
const unreadQuery = new RowQuery(
  idSchema,
  'SELECT id FROM unread_adverts WHERE account_id = ? AND user_id = ? ORDER BY place',
)

/** Stores which adverts the service listed and the cache lacks, across starts, in cache.db. */
export class StockListTable extends Table {
  /** Keeps a list in the place of the one before. @param known ids that the cache has */
  save({ accountId, userId }: Owner, ids: readonly number[], known: ReadonlySet<number>, at: string): void {
    const listed = [...new Set(ids)]
    inTransaction(this.db, () => {
      this.db
        .prepare(
          'INSERT OR REPLACE INTO stock_lists (account_id, user_id, listed, listed_at) VALUES (?, ?, ?, ?)',
        )
        .run(accountId, userId, listed.length, at)
      this.db
        .prepare('DELETE FROM unread_adverts WHERE account_id = ? AND user_id = ?')
        .run(accountId, userId)
      this.db
        .prepare(
          `INSERT INTO unread_adverts (account_id, user_id, place, id) SELECT ?, ?, key, value FROM json_each(?)`,
        )
        .run(accountId, userId, JSON.stringify(listed.filter((id) => !known.has(id))))
    })
  }

  /** Null if the service was never asked, or gives no list. */
  of({ accountId, userId }: Owner): StockList | null {
    const list = listQuery.first(this.db, accountId, userId)
    return list ? { ...list, ...countQuery.one(this.db, accountId, userId) } : null
  }

  /** Ids that were listed and not read since, in the order of the list. */
  unread({ accountId, userId }: Owner): number[] {
    return unreadQuery.all(this.db, accountId, userId).map(({ id }) => id)
  }

  /** These were read, or the service no longer has them. */
  answered({ accountId, userId }: Owner, ids: readonly number[]): void {
    this.db
      .prepare(
        'DELETE FROM unread_adverts WHERE account_id = ? AND user_id = ? AND id IN (SELECT value FROM json_each(?))',
      )
      .run(accountId, userId, JSON.stringify(ids))
  }
}
