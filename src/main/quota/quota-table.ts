import type { DatabaseSync } from 'node:sqlite'
import { minute, month, type CallBucket, type CallCount } from './quota.ts'

/** The ledger's table, one row for each minute in which an account made calls. To be put into cache.db's migrations. */
export function quotaMigration(db: DatabaseSync): void {
  db.exec(`
    CREATE TABLE quota_calls (
      account TEXT NOT NULL,
      minute INTEGER NOT NULL,
      orders INTEGER NOT NULL DEFAULT 0 CHECK (orders >= 0),
      others INTEGER NOT NULL DEFAULT 0 CHECK (others >= 0),
      PRIMARY KEY (account, minute)
    ) STRICT, WITHOUT ROWID`)
}

export interface QuotaTable {
  /** Counts one call in the minute of `now` (ms since 1970). */
  add(account: string, forOrders: boolean, now: number): void
  /** Takes one call out of the minute of `at` (ms since 1970). */
  remove(account: string, forOrders: boolean, at: number): void
  /** Minutes since `since` (ms since 1970) with calls, oldest first. */
  since(account: string, since: number): CallBucket[]
  /** Calls since then, as whole minutes count, in sum. */
  count(account: string, since: number): CallCount
  /** Forgets what no window reaches any more. */
  prune(now: number): void
}

export function createQuotaTable(db: DatabaseSync): QuotaTable {
  const add = db.prepare(`
    INSERT INTO quota_calls (account, minute, orders, others) VALUES (?, ?, ?, ?)
    ON CONFLICT (account, minute) DO UPDATE SET orders = orders + excluded.orders, others = others + excluded.others`)
  const remove = db.prepare(`
    UPDATE quota_calls SET orders = max(0, orders - ?), others = max(0, others - ?)
    WHERE account = ? AND minute = ?`)
  const since = db.prepare(
    'SELECT minute, orders, others FROM quota_calls WHERE account = ? AND minute >= ? ORDER BY minute',
  )
  const count = db.prepare(
    'SELECT total(orders) AS orders, total(others) AS others FROM quota_calls WHERE account = ? AND minute >= ?',
  )
  const prune = db.prepare('DELETE FROM quota_calls WHERE minute < ?')
  const minuteOf = (time: number): number => Math.floor(time / minute)

  return {
    add(account, forOrders, now) {
      add.run(account, minuteOf(now), Number(forOrders), Number(!forOrders))
    },
    remove(account, forOrders, at) {
      remove.run(Number(forOrders), Number(!forOrders), account, minuteOf(at))
    },
    since: (account, time) =>
      (since.all(account, minuteOf(time)) as { minute: number; orders: number; others: number }[]).map(
        ({ minute: at, orders, others }) => ({ at: at * minute, orders, others }),
      ),
    count: (account, time) => count.get(account, minuteOf(time)) as unknown as CallCount,
    prune(now) {
      prune.run(minuteOf(now - month) - 1)
    },
  }
}
