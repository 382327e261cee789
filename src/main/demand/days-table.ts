import { z } from 'zod'
import type { AdvertDays, DayCount } from '#shared/demand/advert-days.ts'
import { RowQuery } from '../storage/row-query.ts'
import { inTransaction } from '../storage/transactions.ts'
import type { CountedDays, DaySpan } from './demand-api.ts'
import { Table } from '../storage/table.ts'

/**
 * Views and openings of the phone by day, without days that had neither; `advert_days_read` says for which days that is
 * known. Days are those of Kyiv, `YYYY-MM-DD`; times are ISO 8601. When adverts were read last is asked every minute.
 */
export const advertDaysSchema = `
  CREATE TABLE advert_days (
    account_id TEXT NOT NULL,
    advert_id INTEGER NOT NULL,
    day TEXT NOT NULL,
    views INTEGER NOT NULL,
    phones INTEGER NOT NULL,
    PRIMARY KEY (account_id, advert_id, day)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE advert_days_read (
    account_id TEXT NOT NULL,
    advert_id INTEGER NOT NULL,
    from_day TEXT NOT NULL,
    to_day TEXT NOT NULL,
    read_at TEXT NOT NULL,
    PRIMARY KEY (account_id, advert_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX advert_days_read_at ON advert_days_read (account_id, read_at);
`

const readSchema = z.object({ id: z.number(), from: z.string(), to: z.string(), readAt: z.string() })
export type DaysRead = Readonly<z.infer<typeof readSchema>>
const daySchema = z.object({ id: z.number(), day: z.string(), views: z.int(), phones: z.int() })
const someSchema = z.object({ n: z.int() })
const timeSchema = z.object({ id: z.number(), readAt: z.string() })
const lastSchema = z.object({ readAt: z.string().nullable() })

const ofIds = 'account_id = ? AND advert_id IN (SELECT value FROM json_each(?))'

/** Times of readings that are read at once. */
const timesAtOnce = 5_000

/** Days that are so much older than an advert's newest one are dropped. */
const keptDays = 400

const readsQuery = new RowQuery(
  readSchema,
  `SELECT advert_id AS id, from_day AS "from", to_day AS "to", read_at AS readAt FROM advert_days_read WHERE ${ofIds}`,
)
const daysQuery = new RowQuery(
  daySchema,
  `SELECT advert_id AS id, day, views, phones FROM advert_days WHERE ${ofIds} AND day >= ? ORDER BY advert_id, day`,
)
const someQuery = new RowQuery(
  someSchema,
  'SELECT count(*) AS n FROM (SELECT 1 FROM advert_days_read WHERE account_id = ? LIMIT 1)',
)
const timesQuery = new RowQuery(
  timeSchema,
  `SELECT advert_id AS id, read_at AS readAt FROM advert_days_read
       WHERE account_id = ? AND advert_id > ? ORDER BY advert_id LIMIT ${timesAtOnce}`,
)
const lastQuery = new RowQuery(
  lastSchema,
  'SELECT max(read_at) AS readAt FROM advert_days_read WHERE account_id = ?',
)
const sinceQuery = new RowQuery(
  someSchema,
  'SELECT count(*) AS n FROM advert_days_read WHERE account_id = ? AND read_at >= ?',
)

/** The days of adverts, in cache.db. */
export class DaysTable extends Table {
  /** For which days the counts of these adverts are known; an advert that was never asked about is absent. */
  reads(accountId: string, ids: readonly number[]): ReadonlyMap<number, DaysRead> {
    const rows = readsQuery.all(this.db, accountId, JSON.stringify(ids))
    return new Map(rows.map((row) => [row.id, row]))
  }

  /** True if any advert of the account was ever answered about. */
  hasAny(accountId: string): boolean {
    return someQuery.one(this.db, accountId).n > 0
  }

  /** Time when the adverts after one were read, ms since 1970, in the order of their ids; some thousands at most. */
  readTimes(accountId: string, after: number): readonly { readonly id: number; readonly at: number }[] {
    return timesQuery.all(this.db, accountId, after).map(({ id, readAt }) => ({ id, at: Date.parse(readAt) }))
  }

  /** Time when any advert of the account was read last, ms since 1970; null if none ever was. */
  lastRead(accountId: string): number | null {
    const { readAt } = lastQuery.one(this.db, accountId)
    return readAt === null ? null : Date.parse(readAt)
  }

  /** Number of adverts of the account that were read since then, ISO 8601. */
  countSince(accountId: string, since: string): number {
    return sinceQuery.one(this.db, accountId, since).n
  }

  /** Known days of these adverts from a day on; an advert of which nothing is known since then is absent. */
  find(accountId: string, ids: readonly number[], since = ''): Map<number, AdvertDays> {
    const days = Map.groupBy(daysQuery.all(this.db, accountId, JSON.stringify(ids), since), ({ id }) => id)
    return new Map(
      [...this.reads(accountId, ids)].flatMap(([id, { from, to, readAt }]) => {
        if (to < since) return []
        const rows = days.get(id) ?? []
        const counts = (what: 'views' | 'phones'): DayCount[] =>
          rows.flatMap((row) => (row[what] > 0 ? [{ date: row.day, count: row[what] }] : []))
        const known = { to, readAt, views: counts('views'), phones: counts('phones') }
        return [[id, { from: since > from ? since : from, ...known }] as const]
      }),
    )
  }

  /**
   * Puts the days of a span in the place of those that were known of it. The span reaches back to what is known already,
   * so that no day between is unknown.
   */
  save(accountId: string, advertId: number, span: DaySpan, { views, phones }: CountedDays, at: string): void {
    const counts = new Map<string, [views: number, phones: number]>()
    for (const { date, count } of views) counts.set(date, [count, 0])
    for (const { date, count } of phones) counts.set(date, [counts.get(date)?.[0] ?? 0, count])
    inTransaction(this.db, () => {
      this.#run(
        'DELETE FROM advert_days WHERE account_id = ? AND advert_id = ? AND day >= ?',
        accountId,
        advertId,
        span.from,
      )
      const put = this.db.prepare('INSERT INTO advert_days VALUES (?, ?, ?, ?, ?)')
      for (const [day, of] of counts) put.run(accountId, advertId, day, ...of)
      // Counted from the service's time: a wrong clock removes none early.
      const days = [...counts.keys()].filter((day) => day <= span.to).toSorted()
      const newest = days.at(-1)
      const oldest = newest === undefined ? '' : daysBefore(newest, keptDays)
      this.#run(
        'DELETE FROM advert_days WHERE account_id = ? AND advert_id = ? AND day < ?',
        accountId,
        advertId,
        oldest,
      )
      this.#run(
        `INSERT INTO advert_days_read VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (account_id, advert_id) DO UPDATE SET
           from_day = max(min(from_day, excluded.from_day), ?), to_day = excluded.to_day, read_at = excluded.read_at`,
        accountId,
        advertId,
        span.from,
        span.to,
        at,
        oldest,
      )
    })
  }

  #run(sql: string, ...values: (string | number)[]): void {
    this.db.prepare(sql).run(...values)
  }
}

/** The day so many days before a day. */
export const daysBefore = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) - count * 86_400_000).toISOString().slice(0, 10)
