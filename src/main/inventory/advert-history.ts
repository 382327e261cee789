import { z } from 'zod'
import { RowQuery, Statement } from '../storage/row-query.ts'
import { type CachedAdvert, type PricePoint, pricePointSchema } from './advert-rows.ts'
import { Table } from '../storage/table.ts'

const changeSchema = z.object({ id: z.number(), at: z.string() })
const changesSql = `SELECT id, max(at) AS at FROM (
    SELECT id, at, price, lag(price) OVER (PARTITION BY id ORDER BY at) AS before FROM (
      SELECT h.id, h.at, CASE a.main_currency WHEN 'UAH' THEN h.uah WHEN 'EUR' THEN h.eur ELSE h.usd END AS price
      FROM advert_history AS h JOIN adverts AS a ON a.account_id = h.account_id AND a.id = h.id
      WHERE h.account_id = ? AND h.id IN (SELECT value FROM json_each(?))
    ) WHERE price IS NOT NULL
  ) WHERE price <> before GROUP BY id`

const lastPointSchema = pricePointSchema.omit({ at: true, eur: true })

const addStatement = new Statement(
  'INSERT OR REPLACE INTO advert_history (account_id, id, at, usd, eur, uah, state) VALUES (?, ?, ?, ?, ?, ?, ?)',
)
const lastQuery = new RowQuery(
  lastPointSchema,
  'SELECT usd, uah, state FROM advert_history WHERE account_id = ? AND id = ? ORDER BY at DESC LIMIT 1',
)
const pointsQuery = new RowQuery(
  pricePointSchema,
  'SELECT at, usd, eur, uah, state FROM advert_history WHERE account_id = ? AND id = ? ORDER BY at',
)
const changesQuery = new RowQuery(changeSchema, changesSql)

/** Prices and states of adverts over time, in cache.db. */
export class AdvertHistory extends Table {
  /** The points of an advert, oldest first. */
  of(accountId: string, id: number): PricePoint[] {
    return pointsQuery.all(this.db, accountId, id)
  }

  /**
   * Time when each advert was last seen with another price in its own currency, ISO 8601; one that never was is
   * absent.
   */
  priceChanges(accountId: string, ids: readonly number[]): ReadonlyMap<number, string> {
    return new Map(changesQuery.all(this.db, accountId, JSON.stringify(ids)).map(({ id, at }) => [id, at]))
  }

  /** Adds a point if the price or the state is another one than at the last. */
  note(accountId: string, { id, usd, eur, uah, state, readAt }: CachedAdvert): void {
    const last = lastQuery.first(this.db, accountId, id)
    if (last?.usd === usd && last.uah === uah && last.state === state) return
    this.add(accountId, id, { at: readAt, usd, eur, uah, state })
  }

  add(accountId: string, id: number, { at, usd, eur, uah, state }: PricePoint): void {
    addStatement.of(this.db).run(accountId, id, at, usd, eur, uah, state)
  }
}
