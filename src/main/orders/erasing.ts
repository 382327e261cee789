import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from '../storage/transactions.ts'

/** One transaction after which the replaced content can't be read from the file's free space. */
export function erasing(db: DatabaseSync, work: () => void): void {
  db.exec('PRAGMA secure_delete = ON')
  try {
    inTransaction(db, work)
  } finally {
    db.exec('PRAGMA secure_delete = OFF')
  }
}

/** Removes the write-ahead log, which still holds the pages as they were. */
export const emptyLog = (db: DatabaseSync): void => db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
