import type { DatabaseSync } from 'node:sqlite'
import { AnswersTable } from './answers-table.ts'
import { AttemptsTable } from './attempts-table.ts'
import { BatchTable } from './batch-table.ts'
import { HoldsTable, UnknownSendsTable } from './holds-table.ts'
import { LinkAnswers } from './link-answers.ts'
import { LinkRestore } from './link-restore.ts'
import { LooksTable } from './looks-table.ts'
import { JournalMark } from './mark.ts'
import { OrderStatusTable } from './order-status-table.ts'
import { Writes } from './writes.ts'
import { PickTable } from './pick-table.ts'
import { PreviewTable } from './preview-table.ts'
import { RowsForTeam } from './rows-for-team.ts'
import { RowsTable } from './rows-table.ts'
import { StockLinks, StockNumbers } from './stock-links.ts'
import { StockSources } from './stock-sources.ts'
import { StockTaking } from './stock-taking.ts'
import { TeamTable } from './team-table.ts'
import { UncachedTable } from './uncached-table.ts'

/**
 * Everything that is read and written over one connection to the journal. Who uses it reads it from the journal each time.
 */
export type JournalTables = ReturnType<typeof tablesOf>

export function tablesOf(db: DatabaseSync, markPath: string) {
  // A checkpoint writes pages all over the file: fewer of them cost less per row, too few block the main thread.
  db.exec('PRAGMA wal_autocheckpoint = 2000; PRAGMA cache_size = -16000')
  const mark = new JournalMark(db, markPath)
  return {
    db,
    mark,
    batches: new BatchTable(db),
    rows: new RowsTable(db),
    picks: new PickTable(db),
    attempts: new AttemptsTable(db),
    answers: new AnswersTable(db),
    previews: new PreviewTable(db),
    looks: new LooksTable(db),
    holds: new HoldsTable(db),
    writes: new Writes(db),
    uncached: new UncachedTable(db),
    unknownSends: new UnknownSendsTable(db),
    links: new StockLinks(db),
    linkAnswers: new LinkAnswers(db),
    numbers: new StockNumbers(db),
    linkRestore: new LinkRestore(db),
    sources: new StockSources(db),
    stock: new StockTaking(db),
    team: new TeamTable(db),
    forTeam: new RowsForTeam(db),
    orderStatuses: new OrderStatusTable(db, () => mark.assertHeld()),
  }
}
