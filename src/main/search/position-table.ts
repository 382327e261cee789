import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { positionSchema, type Position } from '#shared/search/position.ts'
import { RowQuery } from '../storage/row-query.ts'

const rowSchema = z.object({
  id: z.number(),
  position: z.string().transform((text) => positionSchema.parse(JSON.parse(text))),
})

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
