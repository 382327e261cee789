import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { RowQuery } from '../../storage/row-query.ts'

const numberSchema = z.object({ autoId: z.int(), key: z.string() })
const stepSchema = z.object({ step: z.int() })
const advertSchema = z.object({ autoId: z.int() })

const numbersSql = `SELECT auto_id AS autoId, key FROM links INDEXED BY links_of_adverts
  WHERE account_id = ? AND auto_id IN (SELECT value FROM json_each(?)) AND state = 'live'`

/** The adverts that the keys of newer steps have or had: a key that moved leaves an advert that no newer step names. */
const changedSql = `SELECT DISTINCT auto_id AS autoId FROM link_steps
  WHERE account_id = ?1 AND auto_id IS NOT NULL
    AND key IN (SELECT key FROM link_steps WHERE id > ?2 AND account_id = ?1)`

/** Live links as lists of adverts need them: the number of each advert, and which adverts' numbers changed since a step. */
export class StockNumbers {
  readonly #numbers: RowQuery<typeof numberSchema>
  readonly #last: RowQuery<typeof stepSchema>
  readonly #changed: RowQuery<typeof advertSchema>
  readonly #any: RowQuery<typeof numberSchema>

  constructor(db: DatabaseSync) {
    this.#numbers = new RowQuery(db, numberSchema, numbersSql)
    this.#last = new RowQuery(db, stepSchema, 'SELECT coalesce(max(id), 0) AS step FROM link_steps')
    this.#changed = new RowQuery(db, advertSchema, changedSql)
    this.#any = new RowQuery(
      db,
      numberSchema,
      `SELECT auto_id AS autoId, key FROM links INDEXED BY links_of_adverts
       WHERE account_id = ? AND state = 'live' LIMIT 1`,
    )
  }

  /** The keys of these adverts, by their ids; an advert without one is absent. */
  of(accountId: string, ids: readonly number[]): ReadonlyMap<number, string> {
    const rows = this.#numbers.all(accountId, JSON.stringify(ids))
    return new Map(rows.map(({ autoId, key }) => [autoId, key]))
  }

  /** Whether any advert of the account has a key. */
  hasAny(accountId: string): boolean {
    return this.#any.first(accountId) !== undefined
  }

  /** The number of the last step of any link; 0 if there was none. */
  get lastStep(): number {
    return this.#last.one().step
  }

  /** Adverts whose key may be another one than at that step. */
  changedSince(accountId: string, step: number): number[] {
    return this.#changed.all(accountId, step).map(({ autoId }) => autoId)
  }
}
