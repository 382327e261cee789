import { storedJson, RowQuery, storedFlag } from '../storage/row-query.ts'
import { z } from 'zod'
import { Table } from '../storage/table.ts'

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

const findQuery = new RowQuery(
  answerSchema,
  'SELECT count, ids, complete, read_at AS readAt FROM market_answers WHERE account_id = ? AND query = ?',
)

/** Last answers of searches of the market, by account, in cache.db. */
export class MarketTable extends Table {
  save(accountId: string, query: string, { count, ids: found, complete, readAt }: SavedAnswer): void {
    this.db
      .prepare(
        `INSERT OR REPLACE INTO market_answers (account_id, query, count, ids, complete, read_at)
         VALUES (?, ?, ?, ?, ?, ?)`,
      )
      .run(accountId, query, count, JSON.stringify(found), Number(complete), readAt)
  }

  find(accountId: string, query: string): SavedAnswer | undefined {
    return findQuery.first(this.db, accountId, query)
  }
}
