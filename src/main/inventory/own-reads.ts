import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { RowQuery } from '../storage/row-query.ts'
import type { Owner } from './owner.ts'
import { storedRecordText } from './advert-rows.ts'
import { storedRecord } from './stored-record.ts'

const readSchema = z.object({ record: storedRecordText.catch('') })

/** Test for adverts that a read showed as the owner's; one that only this app wrote has a record without `autoData`. */
export function ownReads(db: DatabaseSync, { accountId, userId }: Owner): (id: number) => boolean {
  const records = new RowQuery(
    readSchema,
    `SELECT record FROM adverts JOIN advert_records ON advert = adverts.rowid
     WHERE account_id = ? AND user_id = ? AND id = ?`,
  )
  return (id) => {
    const found = records.first(db, accountId, userId, id)
    return found !== undefined && (storedRecord(found.record)?.autoData.autoId ?? null) !== null
  }
}

/** Test for adverts in the last kept list of the owner's, which no read showed since. */
export function keptListed(db: DatabaseSync, { accountId, userId }: Owner): (id: number) => boolean {
  const found = db.prepare('SELECT 1 FROM unread_adverts WHERE account_id = ? AND user_id = ? AND id = ?')
  return (id) => found.get(accountId, userId, id) !== undefined
}
