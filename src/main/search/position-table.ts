import { storedJson, RowQuery, storedFlag } from '../storage/row-query.ts'
import { z } from 'zod'
import { fewLikes, positionSchema, type Position } from '#shared/search/position.ts'
import { Table } from '../storage/table.ts'

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

const findQuery = new RowQuery(
  rowSchema,
  `SELECT advert_id AS id, answer AS position FROM price_positions
       WHERE account_id = ? AND advert_id IN (SELECT value FROM json_each(?))`,
)
const anyQuery = new RowQuery(
  anySchema,
  'SELECT EXISTS (SELECT 1 FROM price_positions WHERE account_id = ?) AS "any"',
)
const sharesQuery = new RowQuery(shareSchema, sharesSql)
const mediansQuery = new RowQuery(medianSchema, mediansSql)
const comparedQuery = new RowQuery(comparedSchema, comparedSql)

/** The last position of each advert's price, in cache.db. */
export class PositionTable extends Table {
  /** True if any advert of the account has a position. */
  any(accountId: string): boolean {
    return anyQuery.one(this.db, accountId).any
  }

  /** Share of its likes that is cheaper than each advert, in percent; without those that have fewer than `fewLikes`. */
  shares(accountId: string, ids: readonly number[]): ReadonlyMap<number, number> {
    const rows = sharesQuery.all(this.db, accountId, JSON.stringify(ids))
    return new Map(rows.map(({ id, share }) => [id, share]))
  }

  /** The median of the likes of each advert, without those of which none was read. */
  medians(accountId: string, ids: readonly number[]): ReadonlyMap<number, z.infer<typeof medianSchema>> {
    const rows = mediansQuery.all(this.db, accountId, JSON.stringify(ids))
    return new Map(rows.map((row) => [row.id, row]))
  }

  /** Those of these adverts that were compared, however few cars were found. */
  compared(accountId: string, ids: readonly number[]): ReadonlySet<number> {
    return new Set(comparedQuery.all(this.db, accountId, JSON.stringify(ids)).map(({ id }) => id))
  }

  save(accountId: string, advertId: number, position: Position): void {
    this.db
      .prepare(
        'INSERT OR REPLACE INTO price_positions (account_id, advert_id, answer, read_at) VALUES (?, ?, ?, ?)',
      )
      .run(accountId, advertId, JSON.stringify(position), position.readAt)
  }

  /** The positions that are known of these adverts, by their ids. */
  find(accountId: string, ids: readonly number[]): Map<number, Position> {
    const rows = findQuery.all(this.db, accountId, JSON.stringify(ids))
    return new Map(rows.map(({ id, position }) => [id, position]))
  }
}
