import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
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

const checkpointSchema = z.object({ busy: z.int() })

/**
 * Removes the write-ahead log, which still holds the pages as they were.
 * @returns false if it stays, because another connection reads from it
 */
export function emptyLog(db: DatabaseSync): boolean {
  return checkpointSchema.parse(db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()).busy === 0
}
