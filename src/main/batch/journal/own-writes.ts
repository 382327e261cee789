import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { z } from 'zod'
import type { Values } from '../../writes/values.ts'

const json = z.string().transform((text): unknown => JSON.parse(text))
const values = json.pipe(z.record(z.string(), z.union([z.string(), z.number()])))
const writtenSchema = z.object({ payload: values, before: values })

/**
 * What we wrote to an advert ourselves, folded from the journal's done rows. It is the only source of the fields that
 * /auto/info doesn't show. Source: field notes, "write reach".
 */
export class OwnWrites {
  readonly #written: StatementSync

  constructor(db: DatabaseSync) {
    this.#written = db.prepare(
      `SELECT payload, before FROM rows JOIN batches ON batches.seq = rows.batch
       WHERE rows.auto_id = :autoId AND account_id = :accountId AND rows.state IN ('done', 'unknown') AND rows.operation <> 'delete'
         AND (rows.state = 'done' OR :withDoubt) AND rows.updated_at >= :from AND rows.id <> :butRow
         AND (rows.updated_at < :until OR rows.updated_at = :until AND rows.id < :butRow)
       ORDER BY rows.updated_at, rows.id`,
    )
  }

  /** The last value of each field that we wrote. */
  values(accountId: string, autoId: number): Values {
    return this.#fold({ accountId, autoId, from: '', until: '9999', butRow: -1, withDoubt: 0 })
  }

  /** The last value of each field that we wrote before the row `row` was done at `doneAt`. */
  valuesBefore(accountId: string, autoId: number, row: number, doneAt: string): Values {
    return this.#fold({ accountId, autoId, from: '', until: doneAt, butRow: row, withDoubt: 0 })
  }

  /**
   * What we wrote since `from`, in doubt or not, and what stood there before: a read may show either for a while.
   * Source: field notes, "freshness".
   */
  freshValues(accountId: string, autoId: number, from: string, butRow: number): Values[] {
    const named = { accountId, autoId, from, until: '9999', butRow, withDoubt: 1 }
    return this.#written.all(named).flatMap((row) => {
      const { payload, before } = writtenSchema.parse(row)
      return [before, payload]
    })
  }

  /** Whether another row wrote to the advert since: an older row must not win over it. */
  wroteAfter(accountId: string, autoId: number, row: number, since: string): boolean {
    return (
      this.#written.get({
        accountId,
        autoId,
        from: since,
        until: '9999',
        butRow: row,
        withDoubt: 0,
      }) !== undefined
    )
  }

  #fold(named: Record<string, string | number>): Values {
    return Object.assign(
      {},
      ...this.#written.all(named).map((row) => writtenSchema.parse(row).payload),
    ) as Values
  }
}
