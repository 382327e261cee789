import { storedJson, RowQuery, storedFlag } from '../storage/row-query.ts'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { fewLikes, positionSchema, type Position } from '#shared/search/position.ts'

export const positionsSchema = `
  CREATE TABLE price_positions (
    account_id TEXT NOT NULL,
    advert_id INTEGER NOT NULL,
    answer TEXT NOT NULL,
    read_at TEXT NOT NULL,
    PRIMARY KEY (account_id, advert_id)
  ) STRICT, WITHOUT ROWID;
`

const anySchema = z.object({ any: storedFlag })
const rowSchema = z.object({
  id: z.number(),
  position: storedJson.pipe(positionSchema),
})

/** Share of its likes that is cheaper than an advert, in whole percent. The advert itself is none of them. */
const share = `min(100, CAST(100 * (answer ->> '$.cheaper') / max(1, (answer ->> '$.of') - 1) AS INTEGER))`
const shareSchema = z.object({ id: z.number(), share: z.number() })
const sharesSql = `SELECT advert_id AS id, ${share} AS share FROM price_positions
  WHERE account_id = ? AND advert_id IN (SELECT value FROM json_each(?)) AND answer ->> '$.of' >= ${fewLikes}`

const comparedSchema = z.object({ id: z.number() })
const comparedSql = `SELECT advert_id AS id FROM price_positions
  WHERE account_id = ? AND advert_id IN (SELECT value FROM json_each(?))`

const medianSchema = positionSchema
  .pick({ median: true, of: true, currency: true })
  .extend({ id: z.number() })
const mediansSql = `SELECT advert_id AS id, answer ->> '$.median' AS median, answer ->> '$.of' AS "of",
    answer ->> '$.currency' AS currency FROM price_positions
  WHERE account_id = ? AND advert_id IN (SELECT value FROM json_each(?)) AND answer ->> '$.median' IS NOT NULL`

/** The last position of each advert's price, in cache.db. */
export class PositionTable {
  readonly #db: DatabaseSync
  readonly #find: RowQuery<typeof rowSchema>
  readonly #any: RowQuery<typeof anySchema>
  readonly #shares: RowQuery<typeof shareSchema>
  readonly #medians: RowQuery<typeof medianSchema>
  readonly #compared: RowQuery<typeof comparedSchema>

  constructor(db: DatabaseSync) {
    this.#db = db
    this.#any = new RowQuery(
      db,
      anySchema,
      'SELECT EXISTS (SELECT 1 FROM price_positions WHERE account_id = ?) AS "any"',
    )
    this.#shares = new RowQuery(db, shareSchema, sharesSql)
    this.#medians = new RowQuery(db, medianSchema, mediansSql)
    this.#compared = new RowQuery(db, comparedSchema, comparedSql)
    this.#find = new RowQuery(
      db,
      rowSchema,
      `SELECT advert_id AS id, answer AS position FROM price_positions
       WHERE account_id = ? AND advert_id IN (SELECT value FROM json_each(?))`,
    )
  }

  /** True if any advert of the account has a position. */
  any(accountId: string): boolean {
    return this.#any.one(accountId).any
  }

  /** Share of its likes that is cheaper than each advert, in percent; without those that have fewer than `fewLikes`. */
  shares(accountId: string, ids: readonly number[]): ReadonlyMap<number, number> {
    const rows = this.#shares.all(accountId, JSON.stringify(ids))
    return new Map(rows.map(({ id, share }) => [id, share]))
  }

  /** The median of the likes of each advert, without those of which none was read. */
  medians(accountId: string, ids: readonly number[]): ReadonlyMap<number, z.infer<typeof medianSchema>> {
    const rows = this.#medians.all(accountId, JSON.stringify(ids))
    return new Map(rows.map((row) => [row.id, row]))
  }

  /** Those of these adverts that were compared, however few cars were found. */
  compared(accountId: string, ids: readonly number[]): ReadonlySet<number> {
    return new Set(this.#compared.all(accountId, JSON.stringify(ids)).map(({ id }) => id))
  }

  save(accountId: string, advertId: number, position: Position): void {
    this.#db
      .prepare(
        'INSERT OR REPLACE INTO price_positions (account_id, advert_id, answer, read_at) VALUES (?, ?, ?, ?)',
      )
      .run(accountId, advertId, JSON.stringify(position), position.readAt)
  }

  /** The positions that are known of these adverts, by their ids. */
  find(accountId: string, ids: readonly number[]): Map<number, Position> {
    const rows = this.#find.all(accountId, JSON.stringify(ids))
    return new Map(rows.map(({ id, position }) => [id, position]))
  }
}
