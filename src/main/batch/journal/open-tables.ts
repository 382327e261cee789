import { dirname, join } from 'node:path'
import type { Clock } from '../../system/clock.ts'
import { AnswersTable } from './answers-table.ts'
import { AttemptsTable } from './attempts-table.ts'
import { BatchTable } from './batch-table.ts'
import { HighWater, type RememberedMark } from './high-water.ts'
import { HoldsTable } from './holds-table.ts'
import { LooksTable } from './looks-table.ts'
import { openJournal } from './open-journal.ts'
import { LostRowsTable } from './lost-rows-table.ts'
import { OwnWrites } from './own-writes.ts'
import { PickTable } from './pick-table.ts'
import { PreviewTable } from './preview-table.ts'
import { RowsTable } from './rows-table.ts'

/** The file beside the journal that has the number of its claims. */
export const markName = 'journal.mark'

export type OpenTables = ReturnType<typeof openTables>

/** Opens the journal's file, or a picture of what can be read of it, with everything that is read and written there. */
export function openTables(path: string, clock: Clock, remembered: RememberedMark) {
  const markPath = join(dirname(path), markName)
  const { db, damage } = openJournal(path, markPath, clock)
  // A checkpoint writes pages all over the file: fewer of them cost less per row, too few block the main thread.
  db.exec('PRAGMA wal_autocheckpoint = 2000; PRAGMA cache_size = -16000')
  return {
    db,
    damage,
    batches: new BatchTable(db),
    rows: new RowsTable(db),
    picks: new PickTable(db),
    attempts: new AttemptsTable(db),
    answers: new AnswersTable(db),
    previews: new PreviewTable(db),
    looks: new LooksTable(db),
    holds: new HoldsTable(db),
    lostRows: new LostRowsTable(db),
    ownWrites: new OwnWrites(db),
    highWater: new HighWater(db, markPath, remembered),
  }
}
