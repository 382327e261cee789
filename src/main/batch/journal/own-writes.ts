import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { z } from 'zod'
import type { Values } from '../../writes/values.ts'
import { jsonValues } from './columns.ts'

const writtenSchema = z.object({ payload: jsonValues, before: jsonValues })
type Written = z.infer<typeof writtenSchema>

/** Which writes to an advert are read; times are ISO 8601. */
interface WriteFilter {
  readonly accountId: string
  readonly autoId: number
  readonly from: string
  readonly until: string
  /** The row that asks: it is left out, and of the same moment only the rows before it count. */
  readonly butRow: number
  /** 1 if rows in doubt count too. */
  readonly withDoubt: 0 | 1
}

/** After every time that the journal keeps. */
const endOfTime = '9999'

/**
 * What this app wrote to an advert, folded from the journal's done rows. It is the only record of the fields that
 * /auto/info doesn't show. Source: docs/service/practice.md, "write reach".
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

  /** The last value of each field that this app wrote. */
  values(accountId: string, autoId: number): Values {
    return this.#fold({ accountId, autoId, from: '', until: endOfTime, butRow: -1, withDoubt: 0 })
  }

  /** The last value of each field that this app wrote before the row `row` was done at `doneAt`. */
  valuesBefore(accountId: string, autoId: number, row: number, doneAt: string): Values {
    return this.#fold({ accountId, autoId, from: '', until: doneAt, butRow: row, withDoubt: 0 })
  }

  /**
   * What this app wrote since `from`, in doubt or not, and the values before: for a while a read may show either.
   * Source: docs/service/practice.md, "freshness".
   */
  freshValues(accountId: string, autoId: number, from: string, butRow: number): Values[] {
    const filter = { accountId, autoId, from, until: endOfTime, butRow, withDoubt: 1 } as const
    return this.#read(filter).flatMap(({ before, payload }) => [before, payload])
  }

  /** Whether another row wrote to the advert since: an older row must not win over it. */
  wroteAfter(accountId: string, autoId: number, row: number, since: string): boolean {
    const filter = { accountId, autoId, from: since, until: endOfTime, butRow: row, withDoubt: 0 } as const
    return this.#written.get({ ...filter }) !== undefined
  }

  #fold(filter: WriteFilter): Values {
    return Object.fromEntries(this.#read(filter).flatMap(({ payload }) => Object.entries(payload)))
  }

  #read(filter: WriteFilter): Written[] {
    return this.#written.all({ ...filter }).map((row) => writtenSchema.parse(row))
  }
}
