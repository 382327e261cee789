import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { ShownViews } from '#shared/inventory/advert.ts'
import { serviceTime } from '#shared/time/service-time.ts'
import { AdvertHistory } from '../inventory/advert-history.ts'
import { RowQuery } from '../storage/row-query.ts'
import type { Clock } from '../system/clock.ts'
import { daysBefore } from './days-table.ts'
import { viewFacts } from './view-facts.ts'

/** Each day as `2026-11-26 12 1`: views, and openings of the phone. One text for each advert is read quicker than its days. */
const daysSchema = z.object({
  id: z.number(),
  from: z.string(),
  to: z.string(),
  readAt: z.string(),
  days: z.string().nullable(),
})
const daysSql = `SELECT advert_id AS id, from_day AS "from", to_day AS "to", read_at AS readAt,
  (SELECT group_concat(day || ' ' || views || ' ' || phones, ',') FROM advert_days AS of_day
   WHERE of_day.account_id = read.account_id AND of_day.advert_id = read.advert_id
     AND day > date(read.to_day, '-60 days')) AS days
  FROM advert_days_read AS read
  WHERE account_id = ? AND advert_id IN (SELECT value FROM json_each(?)) AND to_day > ?`

const daysQuery = new RowQuery(daysSchema, daysSql)

/** Views that grids and lists show of adverts, from cache.db. */
export class ShownViewsTable {
  readonly #db: DatabaseSync
  readonly #clock: Clock
  readonly #history: AdvertHistory
  /** The last answer, for the columns of a list, which are read one after the other by the same ids. */
  #last: { readonly ids: readonly number[]; readonly found: ReadonlyMap<number, ShownViews> } | null = null

  constructor(db: DatabaseSync, clock: Clock) {
    this.#db = db
    this.#clock = clock
    this.#history = new AdvertHistory(db)
  }

  /** The day in Kyiv, `YYYY-MM-DD`: on another one the same days come to something else. */
  today(): string {
    return serviceTime(this.#clock.now()).slice(0, 10)
  }

  /** An advert whose last week was never read is absent. */
  of(accountId: string, ids: readonly number[]): ReadonlyMap<number, ShownViews> {
    if (this.#last?.ids === ids) return this.#last.found
    const found = this.#read(accountId, ids)
    this.#last = { ids, found }
    return found
  }

  #read(accountId: string, ids: readonly number[]): ReadonlyMap<number, ShownViews> {
    const today = this.today()
    const rows = daysQuery.all(this.#db, accountId, JSON.stringify(ids), daysBefore(today, 7))
    if (rows.length === 0) return new Map()
    const changes = this.#history.priceChanges(
      accountId,
      rows.map(({ id }) => id),
    )
    return new Map(
      rows.map(({ id, days, ...read }) => {
        const counts = (days ?? '').split(',').flatMap((text) => {
          const [date = '', views, phones] = text.split(' ')
          return date === '' ? [] : [{ date, views: Number(views), phones: Number(phones) }]
        })
        const changed = changes.get(id)
        const priced = changed === undefined ? null : serviceTime(Date.parse(changed)).slice(0, 10)
        return [id, viewFacts({ ...read, counts, priced }, today)] as const
      }),
    )
  }
}
