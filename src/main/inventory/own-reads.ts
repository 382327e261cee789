import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { RowQuery } from '../storage/row-query.ts'
import type { Owner } from './owner.ts'
import { storedRecordText } from './advert-rows.ts'
import { storedRecord } from './stored-record.ts'

const readSchema = z.object({ record: storedRecordText.catch('') })

/** Whether a read showed an advert as the owner's; what only this app wrote has a record without `autoData`. */
export function ownReads(db: DatabaseSync, { accountId, userId }: Owner): (id: number) => boolean {
  const records = new RowQuery(
    db,
    readSchema,
    `SELECT record FROM adverts JOIN advert_records ON advert = adverts.rowid
     WHERE account_id = ? AND user_id = ? AND id = ?`,
  )
  return (id) => {
    const found = records.first(accountId, userId, id)
    return found !== undefined && (storedRecord(found.record)?.autoData.autoId ?? null) !== null
  }
}

/** Whether the last list of the owner's adverts that was kept has it, and no read showed it since. */
export function keptListed(db: DatabaseSync, { accountId, userId }: Owner): (id: number) => boolean {
  const found = db.prepare('SELECT 1 FROM unread_adverts WHERE account_id = ? AND user_id = ? AND id = ?')
  return (id) => found.get(accountId, userId, id) !== undefined
}
