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
import { RowsTable } from './rows-table.ts'
import { StockLinks, StockNumbers } from './stock-links.ts'
import { StockSources } from './stock-sources.ts'
import { StockTaking } from './stock-taking.ts'
import { TeamTable } from './team-table.ts'
import { UncachedTable } from './uncached-table.ts'

/**
 * Everything that is read and written over one connection to the journal. Who uses it reads it from the journal each time.
 */
export class JournalTables {
  readonly #db: DatabaseSync
  readonly mark: JournalMark
  readonly batches: BatchTable
  readonly rows: RowsTable
  readonly picks: PickTable
  readonly attempts: AttemptsTable
  readonly answers: AnswersTable
  readonly previews: PreviewTable
  readonly looks: LooksTable
  readonly holds: HoldsTable
  readonly writes: Writes
  readonly uncached: UncachedTable
  readonly unknownSends: UnknownSendsTable
  readonly links: StockLinks
  readonly linkAnswers: LinkAnswers
  readonly numbers: StockNumbers
  readonly linkRestore: LinkRestore
  readonly sources: StockSources
  readonly stock: StockTaking
  readonly team: TeamTable
  readonly orderStatuses: OrderStatusTable

  constructor(db: DatabaseSync, markPath: string) {
    // A checkpoint writes pages all over the file: fewer of them cost less per row, too few block the main thread.
    db.exec('PRAGMA wal_autocheckpoint = 2000; PRAGMA cache_size = -16000')
    this.#db = db
    this.mark = new JournalMark(db, markPath)
    this.batches = new BatchTable(db)
    this.rows = new RowsTable(db)
    this.picks = new PickTable(db)
    this.attempts = new AttemptsTable(db)
    this.answers = new AnswersTable(db)
    this.previews = new PreviewTable(db)
    this.looks = new LooksTable(db)
    this.holds = new HoldsTable(db)
    this.writes = new Writes(db)
    this.uncached = new UncachedTable(db)
    this.unknownSends = new UnknownSendsTable(db)
    this.links = new StockLinks(db)
    this.linkAnswers = new LinkAnswers(db)
    this.numbers = new StockNumbers(db)
    this.linkRestore = new LinkRestore(db)
    this.sources = new StockSources(db)
    this.stock = new StockTaking(db)
    this.team = new TeamTable(db)
    this.orderStatuses = new OrderStatusTable(db, () => this.mark.assertHeld())
  }

  get db(): DatabaseSync {
    return this.#db
  }
}
