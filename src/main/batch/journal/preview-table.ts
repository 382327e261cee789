import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'

const operation = z.enum(['edit', 'delete'])
const flag = z.int().transform((value) => value === 1)
const groupSchema = z.object({
  operation,
  chosen: flag,
  /** The grade as the rows' code has it. */
  grade: z.string().nullable(),
  changed: flag,
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

  /** The dealer has seen it: from now on it is a batch like any other. */
  approve(batch: number): void {
    this.#db.prepare('UPDATE batches SET preview = 0 WHERE seq = ?').run(batch)
  }

  /** Out of sight at once, whatever its size; the next start removes it as a planning that broke off. */
  discard(batch: number): void {
    this.#db.prepare(`UPDATE batches SET state = 'planning' WHERE seq = ? AND preview = 1`).run(batch)
  }

  /** Drops the previews of a batch: an older one doesn't know what was changed since. */
  discardOf(batchId: string): void {
    this.#db.prepare(`UPDATE batches SET state = 'planning' WHERE undo_of = ? AND preview = 1`).run(batchId)
  }

  /**
   * Takes rows in, or leaves them alone; what can't be taken back stays out.
   * @returns what each row that changed does
   */
  choose(batch: number, lines: readonly number[], chosen: boolean, at: string): z.infer<typeof operation>[] {
    const [from, to] = chosen ? ['skipped', 'planned'] : ['planned', 'skipped']
    return this.#db
      .prepare(
        `UPDATE rows SET state = ?, updated_at = ? WHERE batch = ? AND state = ?
           AND line IN (SELECT value FROM json_each(?)) AND error_code <> 'undo-impossible' RETURNING operation`,
      )
      .all(to, at, batch, from, JSON.stringify(lines))
      .map((row) => operation.parse(row.operation))
  }

  groups(batch: number): PreviewGroup[] {
    return this.#db
      .prepare(
        `SELECT operation, state = 'planned' AS chosen, error_code AS grade,
           instr(problems, '"code":"changed-since"') > 0 AS changed, count(*) AS n
         FROM rows WHERE batch = ? GROUP BY 1, 2, 3, 4`,
      )
      .all(batch)
      .map((row) => groupSchema.parse(row))
  }
}
