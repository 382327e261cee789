import { storedJson, RowQuery, storedFlag } from '../storage/row-query.ts'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'

export const marketAnswersSchema = `
  CREATE TABLE market_answers (
    account_id TEXT NOT NULL,
    query TEXT NOT NULL,
    count INTEGER,
    ids TEXT NOT NULL,
    complete INTEGER NOT NULL CHECK (complete IN (0, 1)),
    read_at TEXT NOT NULL,
    PRIMARY KEY (account_id, query)
  ) STRICT, WITHOUT ROWID;
`

const ids = storedJson.pipe(z.array(z.number()))

const answerSchema = z.object({
  count: z.number().nullable(),
  ids,
  complete: storedFlag,
  readAt: z.string(),
})
export type SavedAnswer = z.infer<typeof answerSchema>

/** Last answers of searches of the market, by account, in cache.db. */
export class MarketTable {
  readonly #db: DatabaseSync
  readonly #find: RowQuery<typeof answerSchema>

  constructor(db: DatabaseSync) {
    this.#db = db
    this.#find = new RowQuery(
      db,
      answerSchema,
      'SELECT count, ids, complete, read_at AS readAt FROM market_answers WHERE account_id = ? AND query = ?',
    )
  }

  save(accountId: string, query: string, { count, ids: found, complete, readAt }: SavedAnswer): void {
    this.#db
      .prepare(
        `INSERT OR REPLACE INTO market_answers (account_id, query, count, ids, complete, read_at)
         VALUES (?, ?, ?, ?, ?, ?)`,
      )
      .run(accountId, query, count, JSON.stringify(found), Number(complete), readAt)
  }

  find(accountId: string, query: string): SavedAnswer | undefined {
    return this.#find.first(accountId, query)
  }
}
