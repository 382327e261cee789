import type { DatabaseSync } from 'node:sqlite'
import type { Owner } from './owner.ts'

/** Whether a read showed an advert as the owner's; what only this app wrote has a record without `autoData`. */
export function ownReads(db: DatabaseSync, { accountId, userId }: Owner): (id: number) => boolean {
  const found = db.prepare(
    `SELECT 1 FROM adverts JOIN advert_records ON advert = adverts.rowid
     WHERE account_id = ? AND user_id = ? AND id = ? AND json_extract(record, '$.autoData.autoId') IS NOT NULL`,
  )
  return (id) => found.get(accountId, userId, id) !== undefined
}

/** Whether the last list of the owner's adverts that was kept has it, and no read showed it since. */
export function keptListed(db: DatabaseSync, { accountId, userId }: Owner): (id: number) => boolean {
  const found = db.prepare('SELECT 1 FROM unread_adverts WHERE account_id = ? AND user_id = ? AND id = ?')
  return (id) => found.get(accountId, userId, id) !== undefined
}
