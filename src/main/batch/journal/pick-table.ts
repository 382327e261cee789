import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { z } from 'zod'
import { isSendable, journalRowSchema, rowColumns, unreadableRow, type SendableRow } from './journal-row.ts'
import { StrictQuery } from '../../storage/row-query.ts'

const placeSchema = z.object({ id: z.int(), line: z.int(), autoId: z.int() })
const createSchema = placeSchema.omit({ autoId: true })
const headSchema = z.object({ id: z.int(), line: z.int(), planned: z.int().transform((yes) => yes === 1) })

/** Place where a planned edit or delete is in its file, and the advert that it is about. */
export type RowPlace = Readonly<z.infer<typeof placeSchema>>

/** The first open row of an advert: the only one that may be sent, if it is planned. */
export type AdvertHead = Readonly<z.infer<typeof headSchema>>

/** The journal's rows as a run looks through them for the next one to send. */
export class PickTable {
  readonly #creates: StrictQuery<typeof createSchema>
  readonly #others: StrictQuery<typeof placeSchema>
  readonly #head: StrictQuery<typeof headSchema>
  readonly #row: StrictQuery<typeof journalRowSchema>
  readonly #stop: StatementSync

  constructor(db: DatabaseSync) {
    // Without statistics the planner walks through all rows that are done already: the indexes are pinned.
    this.#creates = new StrictQuery(
      db,
      createSchema,
      `SELECT id, line FROM rows INDEXED BY rows_by_state
       WHERE batch = :batch AND state = 'planned' AND line > :after AND operation = 'create'
         AND id NOT IN (SELECT value FROM json_each(:but)) ORDER BY line LIMIT 1`,
    )
    this.#others = new StrictQuery(
      db,
      placeSchema,
      `SELECT id, line, auto_id AS autoId FROM rows INDEXED BY rows_by_state
       WHERE batch = :batch AND state = 'planned' AND line > :after AND operation <> 'create'
       ORDER BY line LIMIT :limit`,
    )
    this.#head = new StrictQuery(
      db,
      headSchema,
      `SELECT id, line, state = 'planned' AS planned FROM rows INDEXED BY rows_open_of_advert
       WHERE batch = :batch AND auto_id = :autoId AND state IN ('planned', 'sending', 'in-doubt', 'conflict')
       ORDER BY line LIMIT 1`,
    )
    // One that may have been sent before stays in doubt; nothing was sent of any other.
    this.#stop = db.prepare(
      `UPDATE rows SET state = iif(doubt, 'in-doubt', 'failed'), error_code = iif(doubt, coalesce(error_code, ?), ?)
       WHERE id = ? AND state = 'planned'`,
    )
    this.#row = new StrictQuery(db, journalRowSchema, `SELECT ${rowColumns} FROM rows AS r WHERE r.id = ?`)
  }

  /** The first planned create behind a line, apart from those in `but`; null if there is none. */
  create(batch: number, after: number, but: readonly number[]): Pick<RowPlace, 'id' | 'line'> | null {
    return this.#creates.first({ batch, after, but: JSON.stringify(but) }) ?? null
  }

  /** Planned edits and deletes behind a line, in the order of the file; each is read only when it is looked at. */
  others(batch: number, after: number, limit: number): Generator<RowPlace> {
    return this.#others.each({ batch, after, limit })
  }

  headOf(batch: number, autoId: number): AdvertHead | null {
    return this.#head.first({ batch, autoId }) ?? null
  }

  /** @returns null if its request can't be read: then the row is stopped. @throws Error if there is no such row */
  row(id: number): SendableRow | null {
    const row = this.#row.one(id)
    if (isSendable(row)) return row
    this.#stop.run(unreadableRow, unreadableRow, id)
    return null
  }
}
