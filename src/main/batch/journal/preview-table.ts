import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { Contents } from '#shared/batch/contents.ts'
import { flag } from './journal-row.ts'
import { StrictQuery } from '../../storage/row-query.ts'

const chosenSchema = z.object({ operation: z.enum(['edit', 'delete']) })
const groupSchema = chosenSchema.extend({
  chosen: flag,
  /** The grade, as the rows' code has it. */
  grade: z.string().nullable(),
  changed: flag,
  likeness: flag,
  deleted: flag,
  gone: flag,
  doubtful: flag,
  lost: flag,
  n: z.int(),
})

/** Rows of a preview that are alike. */
export type PreviewGroup = z.infer<typeof groupSchema>

/** Undos that the dealer looks at before anything is sent. */
export class PreviewTable {
  readonly #db: DatabaseSync

  constructor(db: DatabaseSync) {
    this.#db = db
  }

  /** Makes the preview a batch like any other, of what was chosen: the dealer has seen it. Null: what it does is not known. */
  approve(batch: number, contents: Contents | null): void {
    this.#db
      .prepare('UPDATE batches SET preview = 0, contents = ? WHERE seq = ?')
      .run(contents && JSON.stringify(contents), batch)
  }

  /** Hides a preview at once, whatever its size; the next start removes its rows, as those of an unfinished plan. */
  discard(batch: number): void {
    this.#db.prepare(`UPDATE batches SET state = 'planning' WHERE seq = ? AND preview = 1`).run(batch)
  }

  /** Discards the previews of a batch: they don't know what was changed since. */
  discardOf(batchId: string): void {
    this.#db.prepare(`UPDATE batches SET state = 'planning' WHERE undo_of = ? AND preview = 1`).run(batchId)
  }

  /**
   * Includes rows in the undo or leaves them out; what can't be undone stays out.
   * @returns the operation of each row that changed
   */
  choose(batch: number, lines: readonly number[], chosen: boolean, at: string): PreviewGroup['operation'][] {
    const [from, to] = chosen ? ['skipped', 'planned'] : ['planned', 'skipped']
    return new StrictQuery(
      this.#db,
      chosenSchema,
      `UPDATE rows SET state = ?, updated_at = ? WHERE batch = ? AND state = ?
           AND line IN (SELECT value FROM json_each(?)) AND error_code <> 'undo-impossible' RETURNING operation`,
    )
      .all(to, at, batch, from, JSON.stringify(lines))
      .map(({ operation }) => operation)
  }

  /** Includes every row that can be undone, also those that were left out. */
  chooseAll(batch: number, at: string): void {
    this.#db
      .prepare(
        `UPDATE rows SET state = 'planned', updated_at = ?
         WHERE batch = ? AND state = 'skipped' AND error_code IS NOT 'undo-impossible'`,
      )
      .run(at, batch)
  }

  groups(batch: number): PreviewGroup[] {
    return new StrictQuery(
      this.#db,
      groupSchema,
      `SELECT operation, state = 'planned' AS chosen, error_code AS grade,
           instr(problems, '"code":"changed-since"') > 0 AS changed,
           instr(problems, '"code":"by-likeness"') > 0 AS likeness,
           instr(problems, '"code":"deleted-for-good"') > 0 AS deleted,
           instr(problems, '"code":"advert-gone"') > 0 AS gone,
           instr(problems, '"code":"in-doubt"') > 0 AS doubtful,
           instr(problems, '"code":"old-value-unknown"') > 0 AS lost, count(*) AS n
         FROM rows WHERE batch = ? GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9`,
    ).all(batch)
  }
}
