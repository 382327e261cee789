import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { RowQuery } from '../storage/row-query.ts'
import { type CachedAdvert, type PricePoint, pricePointSchema } from './advert-rows.ts'

const lastPointSchema = pricePointSchema.omit({ at: true, eur: true })

/** Prices and states of adverts over time, in cache.db. */
export class AdvertHistory {
  readonly #add: StatementSync
  readonly #last: RowQuery<typeof lastPointSchema>
  readonly #points: RowQuery<typeof pricePointSchema>

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
  }

  /** The points of an advert, oldest first. */
  of(accountId: string, id: number): PricePoint[] {
    return this.#points.all(accountId, id)
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
