import { z } from 'zod'
import type { AdvertTotals } from '#shared/demand/advert-totals.ts'
import { RowQuery } from '../storage/row-query.ts'
import { Table } from '../storage/table.ts'

/** Views of an advert and openings of its phone since it was added, as last read. */
export const advertTotalsSchema = `
  CREATE TABLE advert_totals (
    account_id TEXT NOT NULL,
    advert_id INTEGER NOT NULL,
    views INTEGER NOT NULL,
    phones INTEGER NOT NULL,
    read_at TEXT NOT NULL,
    PRIMARY KEY (account_id, advert_id)
  ) STRICT, WITHOUT ROWID;
`

const totalsSchema = z.object({ views: z.int(), phones: z.int(), readAt: z.string() })
const someSchema = z.object({ n: z.int() })

const totalsQuery = new RowQuery(
  totalsSchema,
  'SELECT views, phones, read_at AS readAt FROM advert_totals WHERE account_id = ? AND advert_id = ?',
)
const someQuery = new RowQuery(
  someSchema,
  'SELECT count(*) AS n FROM (SELECT 1 FROM advert_totals WHERE account_id = ? LIMIT 1)',
)

/** Totals of adverts without days, in cache.db. */
export class TotalsTable extends Table {
  of(accountId: string, advertId: number): AdvertTotals | null {
    return totalsQuery.first(this.db, accountId, advertId) ?? null
  }

  /** True if the totals of any advert of the account were ever read. */
  hasAny(accountId: string): boolean {
    return someQuery.one(this.db, accountId).n > 0
  }

  save(accountId: string, advertId: number, { views, phones, readAt }: AdvertTotals): void {
    this.db
      .prepare('INSERT OR REPLACE INTO advert_totals VALUES (?, ?, ?, ?, ?)')
      .run(accountId, advertId, views, phones, readAt)
  }
}
