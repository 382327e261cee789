import type { DatabaseSync } from 'node:sqlite'
import { advertBatchRowSchema, type AdvertBatchRow } from '#shared/batch/row.ts'
import { RowQuery } from '../../storage/row-query.ts'

/** As many as a pane can show; older ones are in the list of batches. */
const most = 50

const columns = `batches.id AS batchId, batches.file_name AS fileName, batches.created_at AS createdAt, line,
  each.operation AS operation, each.state AS state, each.updated_at AS updatedAt`

/** The rows of an account's batches that name the advert, the newest batch first; those of previews are left out. */
export const rowsOfAdvert = (db: DatabaseSync, accountId: string, autoId: number): AdvertBatchRow[] =>
  new RowQuery(
    db,
    advertBatchRowSchema,
    `SELECT ${columns} FROM rows AS each JOIN batches ON batches.seq = each.batch
     WHERE auto_id = ?1 AND each.operation IS NOT NULL AND batches.account_id = ?2 AND batches.state <> 'planning' AND NOT batches.preview
     ORDER BY batches.seq DESC, line LIMIT ${most}`,
  ).all(autoId, accountId)
