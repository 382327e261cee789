import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { undoGradeOf, type UndoSummary } from '#shared/batch/undo.ts'

const groupSchema = z.object({
  operation: z.string(),
  chosen: z.int(),
  grade: z.string().nullable(),
  changed: z.int(),
  n: z.int(),
})

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

  /** Takes rows in, or leaves them alone; what can't be taken back stays out. */
  choose(batch: number, lines: readonly number[], chosen: boolean, at: string): void {
    const [from, to] = chosen ? ['skipped', 'planned'] : ['planned', 'skipped']
    this.#db
      .prepare(
        `UPDATE rows SET state = ?, updated_at = ? WHERE batch = ? AND state = ?
           AND line IN (SELECT value FROM json_each(?)) AND error_code <> 'undo-impossible'`,
      )
      .run(to, at, batch, from, JSON.stringify(lines))
  }

  summary(batch: number): UndoSummary {
    const sums = { exact: 0, partial: 0, impossible: 0, changed: 0, edits: 0, deletes: 0, calls: 0 }
    for (const { operation, chosen, grade, changed, n } of this.#groups(batch)) {
      const known = undoGradeOf(grade)
      if (known) sums[known] += n
      sums.changed += changed * n
      // Each is read before it is written.
      sums.calls += chosen * n * 2
      sums[operation === 'delete' ? 'deletes' : 'edits'] += chosen * n
    }
    return sums
  }

  #groups(batch: number): z.infer<typeof groupSchema>[] {
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
