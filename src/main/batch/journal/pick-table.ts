import { z } from 'zod'
import { isSendable, journalRowSchema, rowColumns, unreadableRow, type SendableRow } from './journal-row.ts'
import { StrictQuery, Statement } from '../../storage/row-query.ts'
import { Table } from '../../storage/table.ts'

const placeSchema = z.object({ id: z.int(), line: z.int(), autoId: z.int() })
const createSchema = placeSchema.omit({ autoId: true })
const headSchema = z.object({ id: z.int(), line: z.int(), planned: z.int().transform((yes) => yes === 1) })

/** Place where a planned edit or delete is in its file, and the advert that it is about. */
export type RowPlace = Readonly<z.infer<typeof placeSchema>>

/** The first open row of an advert: the only one that may be sent, if it is planned. */
export type AdvertHead = Readonly<z.infer<typeof headSchema>>

// Without statistics the planner walks through all rows that are done already: the indexes are pinned.
const createsQuery = new StrictQuery(
  createSchema,
  `SELECT id, line FROM rows INDEXED BY rows_by_state
       WHERE batch = :batch AND state = 'planned' AND line > :after AND operation = 'create'
         AND id NOT IN (SELECT value FROM json_each(:but)) ORDER BY line LIMIT 1`,
)
const othersQuery = new StrictQuery(
  placeSchema,
  `SELECT id, line, auto_id AS autoId FROM rows INDEXED BY rows_by_state
       WHERE batch = :batch AND state = 'planned' AND line > :after AND operation <> 'create'
       ORDER BY line LIMIT :limit`,
)
const headQuery = new StrictQuery(
  headSchema,
  `SELECT id, line, state = 'planned' AS planned FROM rows INDEXED BY rows_open_of_advert
       WHERE batch = :batch AND auto_id = :autoId AND state IN ('planned', 'sending', 'in-doubt', 'conflict')
       ORDER BY line LIMIT 1`,
)
const rowQuery = new StrictQuery(journalRowSchema, `SELECT ${rowColumns} FROM rows AS r WHERE r.id = ?`)
// One that may have been sent before stays in doubt; nothing was sent of any other.
const stopStatement =
  new Statement(`UPDATE rows SET state = iif(doubt, 'in-doubt', 'failed'), error_code = iif(doubt, coalesce(error_code, ?), ?)
       WHERE id = ? AND state = 'planned'`)

/** The journal's rows as a run looks through them for the next one to send. */
export class PickTable extends Table {
  /** The first planned create behind a line, apart from those in `but`; null if there is none. */
  create(batch: number, after: number, but: readonly number[]): Pick<RowPlace, 'id' | 'line'> | null {
    return createsQuery.first(this.db, { batch, after, but: JSON.stringify(but) }) ?? null
  }

  /** Planned edits and deletes behind a line, in the order of the file; each is read only when it is looked at. */
  others(batch: number, after: number, limit: number): Generator<RowPlace> {
    return othersQuery.each(this.db, { batch, after, limit })
  }

  headOf(batch: number, autoId: number): AdvertHead | null {
    return headQuery.first(this.db, { batch, autoId }) ?? null
  }

  /** @returns null if its request can't be read: then the row is stopped. @throws Error if there is no such row */
  row(id: number): SendableRow | null {
    const row = rowQuery.one(this.db, id)
    if (isSendable(row)) return row
    stopStatement.of(this.db).run(unreadableRow, unreadableRow, id)
    return null
  }
}
