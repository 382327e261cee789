import { z } from 'zod'
import { operations } from '#shared/batch/operation.ts'
import { RowQuery, withDefault } from '../../storage/row-query.ts'
import { flag, jsonValues } from './journal-row.ts'
import { Table } from '../../storage/table.ts'

/**
 * Rows that are done and that the cache has not taken yet. Whatever ends a row as done puts it here in the same
 * transaction: the answer of the service, a settling, a person.
 */
export const uncachedSchema = `
CREATE TABLE uncached_rows (
  row INTEGER PRIMARY KEY REFERENCES rows (id) ON DELETE CASCADE
) STRICT;
CREATE TRIGGER rows_uncached AFTER UPDATE OF state ON rows WHEN NEW.state = 'done' AND OLD.state <> 'done' BEGIN
  INSERT OR IGNORE INTO uncached_rows VALUES (NEW.id);
END;`

const uncachedRowSchema = z.object({
  row: z.int(),
  accountId: z.string(),
  userId: z.int(),
  operation: z.enum(operations),
  autoId: z.int(),
  /** Empty if it can't be read. */
  payload: withDefault('payload', jsonValues, {}),
  /** A row of ours deleted the advert, whenever that was. */
  deleted: flag,
})
export type UncachedRow = z.infer<typeof uncachedRowSchema>

const columns = `rows.id AS row, account_id AS accountId, user_id AS userId, rows.operation, rows.auto_id AS autoId, payload,
  EXISTS (SELECT 1 FROM rows AS later WHERE later.auto_id = rows.auto_id AND later.operation = 'delete'
    AND later.state = 'done') AS deleted
  FROM uncached_rows JOIN rows ON rows.id = row JOIN batches ON batches.seq = rows.batch`

const oneQuery = new RowQuery(uncachedRowSchema, `SELECT ${columns} WHERE uncached_rows.row = ?`)
const allQuery = new RowQuery(uncachedRowSchema, `SELECT ${columns} ORDER BY uncached_rows.row`)

/** The writes that the cache has still to take. */
export class UncachedTable extends Table {
  /** Undefined if the row is not done, or the cache has it. */
  find(row: number): UncachedRow | undefined {
    return oneQuery.first(this.db, row)
  }

  list(): UncachedRow[] {
    return allQuery.all(this.db)
  }

  remove(rows: readonly number[]): void {
    this.db
      .prepare('DELETE FROM uncached_rows WHERE row IN (SELECT value FROM json_each(?))')
      .run(JSON.stringify(rows))
  }
}
