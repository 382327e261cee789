import { storedJson } from '../storage/stored-json.ts'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { positionSchema, type Position } from '#shared/search/position.ts'
import { RowQuery } from '../storage/row-query.ts'

export const positionsSchema = `
  CREATE TABLE price_positions (
    account_id TEXT NOT NULL,
    advert_id INTEGER NOT NULL,
    answer TEXT NOT NULL,
    read_at TEXT NOT NULL,
    PRIMARY KEY (account_id, advert_id)
  ) STRICT, WITHOUT ROWID;
`

const rowSchema = z.object({
  id: z.number(),
  position: storedJson.pipe(positionSchema),
})

/**
 * Which share of its likes is cheaper than an advert, in whole percent, as an expression over a row of `adverts`; null if
 * that was not read or nothing is like it. The advert itself is none of them.
 */
export const positionSql = `(SELECT CASE WHEN answer ->> '$.rank' IS NOT NULL THEN
    min(100, CAST(100 * (answer ->> '$.cheaper') / max(1, (answer ->> '$.of') - 1) AS INTEGER)) END
  FROM price_positions WHERE price_positions.account_id = adverts.account_id AND advert_id = adverts.id)`

/** The last position of each advert's price, in cache.db. */
export class PositionTable {
  readonly #db: DatabaseSync
  readonly #find: RowQuery<typeof rowSchema>

  constructor(db: DatabaseSync) {
    this.#db = db
    this.#find = new RowQuery(
      db,
      rowSchema,
      `SELECT advert_id AS id, answer AS position FROM price_positions
       WHERE account_id = ? AND advert_id IN (SELECT value FROM json_each(?))`,
    )
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
