import { z } from 'zod'
import { RowQuery, Statement } from '../storage/row-query.ts'
import { minute, month, type CallBucket, type CallCount } from './quota.ts'
import { Table } from '../storage/table.ts'

/** The ledger's table in staged.db: one row for each minute in which an account made calls. */
export const quotaSchema = `
  CREATE TABLE quota_calls (
    account TEXT NOT NULL,
    minute INTEGER NOT NULL,
    orders INTEGER NOT NULL DEFAULT 0 CHECK (orders >= 0),
    others INTEGER NOT NULL DEFAULT 0 CHECK (others >= 0),
    PRIMARY KEY (account, minute)
  ) STRICT, WITHOUT ROWID;
`

const countSchema = z.object({ orders: z.number(), others: z.number() })
const bucketSchema = countSchema.extend({ at: z.number() })

const minuteOf = (time: number): number => Math.floor(time / minute)

const addStatement = new Statement(`
      INSERT INTO quota_calls (account, minute, orders, others) VALUES (?, ?, ?, ?)
      ON CONFLICT (account, minute) DO UPDATE SET orders = orders + excluded.orders, others = others + excluded.others`)
const clearStatement = new Statement('DELETE FROM quota_calls WHERE account = ?')
const removeStatement = new Statement(`
      UPDATE quota_calls SET orders = max(0, orders - ?), others = max(0, others - ?)
      WHERE account = ? AND minute = ?`)
const pruneStatement = new Statement(
  'DELETE FROM quota_calls WHERE minute < min(?, (SELECT max(minute) FROM quota_calls)) - ?',
)
const laterStatement = new Statement('SELECT 1 FROM quota_calls WHERE account = ? AND minute > ? LIMIT 1')
const addLaterStatement = new Statement(`
      INSERT INTO quota_calls (account, minute, orders, others)
      SELECT :account, :minute, sum(orders), sum(others) FROM quota_calls
      WHERE account = :account AND minute > :minute
      ON CONFLICT (account, minute) DO UPDATE SET orders = orders + excluded.orders, others = others + excluded.others`)
const dropLaterStatement = new Statement('DELETE FROM quota_calls WHERE account = ? AND minute > ?')
const sinceQuery = new RowQuery(
  bucketSchema,
  `SELECT minute * ${minute} AS at, orders, others FROM quota_calls
       WHERE account = ? AND minute >= ? ORDER BY minute`,
)
const countQuery = new RowQuery(
  countSchema,
  'SELECT total(orders) AS orders, total(others) AS others FROM quota_calls WHERE account = ? AND minute >= ?',
)

/** Calls of each account by the minute. All times are ms since 1970. */
export class QuotaTable extends Table {
  /** Counts one call in the minute of `now`. */
  add(account: string, forOrders: boolean, now: number): void {
    addStatement.of(this.db).run(account, minuteOf(now), Number(forOrders), Number(!forOrders))
  }

  /** Takes one call out of the minute of `at`. */
  remove(account: string, forOrders: boolean, at: number): void {
    removeStatement.of(this.db).run(Number(forOrders), Number(!forOrders), account, minuteOf(at))
  }

  /** True if calls are dated later than the minute of `now`: the clock was set back. */
  hasLater(account: string, now: number): boolean {
    return laterStatement.of(this.db).get(account, minuteOf(now)) !== undefined
  }

  /** Dates all calls that are dated later than the minute of `now` to it. To be run in a transaction. */
  pullBack(account: string, now: number): void {
    addLaterStatement.of(this.db).run({ account, minute: minuteOf(now) })
    dropLaterStatement.of(this.db).run(account, minuteOf(now))
  }

  /** Minutes with calls since then, oldest first. */
  since(account: string, time: number): CallBucket[] {
    return sinceQuery.all(this.db, account, minuteOf(time))
  }

  /** The sum of the calls since then, counted by whole minutes. */
  count(account: string, time: number): CallCount {
    return countQuery.one(this.db, account, minuteOf(time))
  }

  /** Puts these minutes in the place of all that is counted of the account. To be run in a transaction. */
  replace(account: string, minutes: readonly CallBucket[]): void {
    clearStatement.of(this.db).run(account)
    for (const { at, orders, others } of minutes)
      addStatement.of(this.db).run(account, minuteOf(at), orders, others)
  }

  /**
   * Removes the minutes that no limit's window reaches any more, from `now` and from the newest call. Neither a clock
   * that is wrong today nor one that was wrong at a call removes others.
   */
  prune(now: number): void {
    pruneStatement.of(this.db).run(minuteOf(now), minuteOf(month) + 1)
  }
}
