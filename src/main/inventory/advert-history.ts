import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { z } from 'zod'
import { RowQuery } from '../storage/row-query.ts'
import { type CachedAdvert, type PricePoint, pricePointSchema } from './advert-rows.ts'

const changeSchema = z.object({ id: z.number(), at: z.string() })
const changesSql = `SELECT id, max(at) AS at FROM (
    SELECT id, at, price, lag(price) OVER (PARTITION BY id ORDER BY at) AS before FROM (
      SELECT h.id, h.at, CASE a.main_currency WHEN 'UAH' THEN h.uah WHEN 'EUR' THEN h.eur ELSE h.usd END AS price
      FROM advert_history AS h JOIN adverts AS a ON a.account_id = h.account_id AND a.id = h.id
      WHERE h.account_id = ? AND h.id IN (SELECT value FROM json_each(?))
    ) WHERE price IS NOT NULL
  ) WHERE price <> before GROUP BY id`

const lastPointSchema = pricePointSchema.omit({ at: true, eur: true })

/** Prices and states of adverts over time, in cache.db. */
export class AdvertHistory {
  readonly #add: StatementSync
  readonly #last: RowQuery<typeof lastPointSchema>
  readonly #points: RowQuery<typeof pricePointSchema>
  readonly #changes: RowQuery<typeof changeSchema>

  constructor(db: DatabaseSync) {
    this.#add = db.prepare(
      'INSERT OR REPLACE INTO advert_history (account_id, id, at, usd, eur, uah, state) VALUES (?, ?, ?, ?, ?, ?, ?)',
    )
    this.#last = new RowQuery(
      db,
      lastPointSchema,
      'SELECT usd, uah, state FROM advert_history WHERE account_id = ? AND id = ? ORDER BY at DESC LIMIT 1',
    )
    this.#points = new RowQuery(
      db,
      pricePointSchema,
      'SELECT at, usd, eur, uah, state FROM advert_history WHERE account_id = ? AND id = ? ORDER BY at',
    )
    this.#changes = new RowQuery(db, changeSchema, changesSql)
  }

  /** The points of an advert, oldest first. */
  of(accountId: string, id: number): PricePoint[] {
    return this.#points.all(accountId, id)
  }

  /**
   * Time when each advert was last seen with another price in its own currency, ISO 8601; one that never was is
   * absent.
   */
  priceChanges(accountId: string, ids: readonly number[]): ReadonlyMap<number, string> {
    return new Map(this.#changes.all(accountId, JSON.stringify(ids)).map(({ id, at }) => [id, at]))
  }

  /** Adds a point if the price or the state is another one than at the last. */
  note(accountId: string, { id, usd, eur, uah, state, readAt }: CachedAdvert): void {
    const last = this.#last.first(accountId, id)
    if (last?.usd === usd && last.uah === uah && last.state === state) return
    this.add(accountId, id, { at: readAt, usd, eur, uah, state })
  }

  add(accountId: string, id: number, { at, usd, eur, uah, state }: PricePoint): void {
    this.#add.run(accountId, id, at, usd, eur, uah, state)
  }
}
