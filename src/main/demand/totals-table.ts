import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { AdvertTotals } from '#shared/demand/advert-totals.ts'
import { RowQuery } from '../storage/row-query.ts'

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

/** Totals of adverts without days, in cache.db. */
export class TotalsTable {
  readonly #db: DatabaseSync
  readonly #totals: RowQuery<typeof totalsSchema>
  readonly #some: RowQuery<typeof someSchema>

  constructor(db: DatabaseSync) {
    this.#db = db
    this.#totals = new RowQuery(
      db,
      totalsSchema,
      'SELECT views, phones, read_at AS readAt FROM advert_totals WHERE account_id = ? AND advert_id = ?',
    )
    this.#some = new RowQuery(
      db,
      someSchema,
      'SELECT count(*) AS n FROM (SELECT 1 FROM advert_totals WHERE account_id = ? LIMIT 1)',
    )
  }

  of(accountId: string, advertId: number): AdvertTotals | null {
    return this.#totals.first(accountId, advertId) ?? null
  }

  /** True if the totals of any advert of the account were ever read. */
  hasAny(accountId: string): boolean {
    return this.#some.one(accountId).n > 0
  }

  save(accountId: string, advertId: number, { views, phones, readAt }: AdvertTotals): void {
    this.#db
      .prepare('INSERT OR REPLACE INTO advert_totals VALUES (?, ?, ?, ?, ?)')
      .run(accountId, advertId, views, phones, readAt)
  }
}
