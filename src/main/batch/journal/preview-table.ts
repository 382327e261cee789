import { z } from 'zod'
import type { Contents } from '#shared/batch/contents.ts'
import { StrictQuery } from '../../storage/row-query.ts'
import { Table } from '../../storage/table.ts'

const chosenSchema = z.object({ operation: z.enum(['edit', 'delete']) })
/** Undos that the dealer looks at before anything is sent. */
export class PreviewTable extends Table {
  /** Makes the preview a batch like any other, of what was chosen: the dealer has seen it. Null: what it does is not known. */
  approve(batch: number, contents: Contents | null): void {
    this.db
      .prepare('UPDATE batches SET preview = 0, contents = ? WHERE seq = ?')
      .run(contents && JSON.stringify(contents), batch)
  }

  /** Hides a preview at once, whatever its size; the next start removes its rows, as those of an unfinished plan. */
  discard(batch: number): void {
    this.db.prepare(`UPDATE batches SET state = 'planning' WHERE seq = ? AND preview = 1`).run(batch)
  }

  /** Discards the previews of a batch: they don't know what was changed since. */
  discardOf(batchId: string): void {
    this.db.prepare(`UPDATE batches SET state = 'planning' WHERE undo_of = ? AND preview = 1`).run(batchId)
  }

  /**
   * Includes rows in the undo or leaves them out; what can't be undone stays out.
   * @returns the operation of each row that changed
   */
  choose(batch: number, lines: readonly number[], chosen: boolean, at: string): ('edit' | 'delete')[] {
    const [from, to] = chosen ? ['skipped', 'planned'] : ['planned', 'skipped']
    return new StrictQuery(
      chosenSchema,
      `UPDATE rows SET state = ?, updated_at = ? WHERE batch = ? AND state = ?
           AND line IN (SELECT value FROM json_each(?)) AND error_code <> 'undo-impossible' RETURNING operation`,
    )
      .all(this.db, to, at, batch, from, JSON.stringify(lines))
      .map(({ operation }) => operation)
  }

  /** Includes every row that can be undone, also those that were left out. */
  chooseAll(batch: number, at: string): void {
    this.db
      .prepare(
        `UPDATE rows SET state = 'planned', updated_at = ?
         WHERE batch = ? AND state = 'skipped' AND error_code IS NOT 'undo-impossible'`,
      )
      .run(at, batch)
  }
}
