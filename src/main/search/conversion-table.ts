import { storedObject, RowQuery } from '../storage/row-query.ts'
import { z } from 'zod'
import type { ConversionTarget } from './conversion-names.ts'
import type { Converted } from './local-conversion.ts'
import { Table } from '../storage/table.ts'

export const conversionsSchema = `
  CREATE TABLE conversions (
    target TEXT NOT NULL CHECK (target IN ('old', 'new')),
    query TEXT NOT NULL,
    answer TEXT NOT NULL,
    read_at TEXT NOT NULL,
    PRIMARY KEY (target, query)
  ) STRICT, WITHOUT ROWID;
`

const answerSchema = z.object({
  answer: storedObject<Converted>(),
  readAt: z.string(),
})

const findQuery = new RowQuery(
  answerSchema,
  'SELECT answer, read_at AS readAt FROM conversions WHERE target = ? AND query = ?',
)

/** Conversions by the service, in cache.db: the same for every account. */
export class ConversionTable extends Table {
  save(target: ConversionTarget, query: string, answer: Converted, readAt: string): void {
    this.db
      .prepare('INSERT OR REPLACE INTO conversions (target, query, answer, read_at) VALUES (?, ?, ?, ?)')
      .run(target, query, JSON.stringify(answer), readAt)
  }

  /** The last answer to the same question; undefined if there is none. */
  find(target: ConversionTarget, query: string): z.output<typeof answerSchema> | undefined {
    return findQuery.first(this.db, target, query)
  }
}
