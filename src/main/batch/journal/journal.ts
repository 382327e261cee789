import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { timestamp, type Clock } from '../../system/clock.ts'
import { noteCleanEnd, suspect } from '../../storage/clean-end.ts'
import { isSound, type Verdict } from '../../storage/database-check.ts'
import { inTransaction } from '../../storage/transactions.ts'
import type { AnswersTable } from './answers-table.ts'
import type { AttemptsTable } from './attempts-table.ts'
import type { BatchTable } from './batch-table.ts'
import { Claims } from './claims.ts'
import type { HighWater } from './high-water.ts'
import type { HoldsTable } from './holds-table.ts'
import { JournalTables } from './journal-tables.ts'
import type { LinkAnswers } from './link-answers.ts'
import type { LinkRestore } from './link-restore.ts'
import type { LooksTable } from './looks-table.ts'
import { doubtPlanned } from './lost-time.ts'
import { Backups } from './backups.ts'
import { noRememberedMark, type RememberedMark, type Touched } from './mark-comparison.ts'
import { markName } from './mark-file.ts'
import type { LostRowsTable } from './lost-rows-table.ts'
import {
  openJournal,
  pictureOf,
  type JournalDamage,
  type JournalFiles,
  type OpenJournal,
} from './open-journal.ts'
import type { OrderStatusTable } from './order-status-table.ts'
import type { OwnWrites } from './own-writes.ts'
import type { PickTable } from './pick-table.ts'
import type { PreviewTable } from './preview-table.ts'
import { knownBeyond, takeOver } from './salvage.ts'
import { predecessorOf, succeed, type Predecessor, type Succession } from './succession.ts'
import type { RowsTable } from './rows-table.ts'
import type { StockLinks } from './stock-links.ts'
import type { StockNumbers } from './stock-numbers.ts'
import type { StockSources } from './stock-sources.ts'
import type { StockTaking } from './stock-taking.ts'
import type { TeamTable } from './team-table.ts'
import type { UncachedTable } from './uncached-table.ts'

/** The journal of everything that was and will be sent: a file, its backups, and what becomes of it when it is damaged. */
export class Journal {
  readonly path: string
  readonly backups: Backups
  readonly remembered: RememberedMark
  /** The rows that this process is sending. */
  readonly claims = new Claims(this)
  readonly #clock: Clock
  readonly #markPath: string
  #tables: JournalTables
  #damage: JournalDamage | null
  #isChecked: boolean
  #isSuspect = false

  /** @throws Fault `storage` */
  constructor(path: string, clock: Clock, remembered: RememberedMark = noRememberedMark) {
    this.#markPath = join(dirname(path), markName)
    this.backups = new Backups(path)
    this.path = path
    this.remembered = remembered
    this.#clock = clock
    const { damage, isChecked, tables } = openTables(this.#files, remembered)
    this.#damage = damage
    this.#isChecked = isChecked
    this.#tables = tables
    if (this.damage) this.#picture(this.damage)
    else this.highWater.ensureMark()
  }

  get #files(): JournalFiles {
    return { path: this.path, markPath: this.#markPath, clock: this.#clock, backups: this.backups }
  }

  get db(): DatabaseSync {
    return this.#tables.db
  }
  get batches(): BatchTable {
    return this.#tables.batches
  }
  get rows(): RowsTable {
    return this.#tables.rows
  }
  get picks(): PickTable {
    return this.#tables.picks
  }
  get attempts(): AttemptsTable {
    return this.#tables.attempts
  }
  get answers(): AnswersTable {
    return this.#tables.answers
  }
  get previews(): PreviewTable {
    return this.#tables.previews
  }
  get looks(): LooksTable {
    return this.#tables.looks
  }
  get holds(): HoldsTable {
    return this.#tables.holds
  }
  get lostRows(): LostRowsTable {
    return this.#tables.lostRows
  }
  get ownWrites(): OwnWrites {
    return this.#tables.ownWrites
  }
  get uncached(): UncachedTable {
    return this.#tables.uncached
  }
  get links(): StockLinks {
    return this.#tables.links
  }
  get linkAnswers(): LinkAnswers {
    return this.#tables.linkAnswers
  }
  get numbers(): StockNumbers {
    return this.#tables.numbers
  }
  get linkRestore(): LinkRestore {
    return this.#tables.linkRestore
  }
  get sources(): StockSources {
    return this.#tables.sources
  }
  get stock(): StockTaking {
    return this.#tables.stock
  }
  /** What the other desks of a team wrote. */
  get team(): TeamTable {
    return this.#tables.team
  }
  get orderStatuses(): OrderStatusTable {
    return this.#tables.orderStatuses
  }
  /** The count of claims outside of the journal, by which one that went back in time is noticed. */
  get highWater(): HighWater {
    return this.#tables.highWater
  }

  /** Not null if the journal is damaged: what is here is only a picture of what could be read, and nothing may be sent. */
  get damage(): JournalDamage | null {
    return this.#damage
  }

  /** Whether the whole file was checked since an unclean end, if there was one. Nothing may be sent before. */
  get isChecked(): boolean {
    return this.#isChecked
  }

  /** Checks the whole file now, unless it was; a damaged journal becomes a picture of what can be read. */
  ensureChecked(): void {
    if (!this.#isChecked) this.take(isSound(this.db) ? 'sound' : 'damaged')
  }

  /** Takes the verdict of a check that was made beside the main thread; one that failed leaves the check to be made. */
  take(verdict: Verdict): void {
    if (this.#isChecked || verdict === 'unchecked') return
    this.#isChecked = true
    if (verdict === 'sound') return
    this.suspect()
    this.#tables.db.close()
    const { db, damage } = pictureOf('damaged', this.#files)
    this.#damage = damage
    this.#tables = new JournalTables(db, this.#markPath, this.remembered)
    if (damage) this.#picture(damage)
  }

  /**
   * Goes on with the file that took the damaged one's place; nothing is being sent while the journal is damaged.
   * @throws Fault `storage`; the picture stays then
   */
  reopen(): void {
    const picture = this.#tables
    const { damage, isChecked, tables } = openTables(this.#files, this.remembered)
    this.#damage = damage
    this.#isChecked = isChecked
    this.#tables = tables
    this.#isSuspect = false
    picture.highWater.end()
    picture.db.close()
    if (damage) this.#picture(damage)
    else this.highWater.ensureMark()
  }

  /** Whether the newest backup knows more than the journal, which went back in time then. */
  get isBehindBackup(): boolean {
    return !this.damage && this.backups.all().some(({ path }) => knownBeyond(this.db, path) !== null)
  }

  /**
   * Takes batches and results from the newest backup that the journal itself does not know any more.
   * @returns how many claims the backup knows beyond the journal's own
   */
  takeBackup(): number {
    // Half of a batch may be here as what was being planned.
    if (this.isBehindBackup) this.batches.dropUnplanned()
    const newest = this.isBehindBackup ? this.backups.newest() : null
    const beyond = newest && knownBeyond(this.db, newest.path)
    if (newest === null || beyond === null) return 0
    takeOver(newest, this.db)
    return beyond.claims
  }

  /** SQLite met damage while it worked: the next start checks the whole file. */
  suspect(): void {
    this.#isSuspect = true
    suspect(this.path)
  }

  /** What a salvage would make of the damaged journal. */
  #picture(damage: JournalDamage): void {
    const { lost } = this.succeed(predecessorOf(damage.read, this.#markPath, this.remembered))
    this.#damage = { ...damage, lost }
  }

  /** Makes this new journal the successor of a damaged one, and puts in doubt what may have been sent. */
  succeed(before: Predecessor): Succession {
    const succession = inTransaction(this.db, () => succeed(this.#tables, before, this.now()))
    this.recover()
    return succession
  }

  close(): void {
    this.highWater.end()
    if (!this.db.isOpen) return
    this.db.close()
    if (!this.damage && !this.#isSuspect && this.#isChecked) noteCleanEnd(this.path)
  }

  /**
   * Writes in one transaction without a sync what may be lost with the power, such as rows of a batch that isn't published
   * yet: publishing the batch syncs everything before it.
   */
  writeUnsynced(work: () => void): void {
    this.db.exec('PRAGMA synchronous = NORMAL')
    try {
      inTransaction(this.db, work)
    } finally {
      this.db.exec('PRAGMA synchronous = FULL')
    }
  }

  /** The time now, ISO 8601. */
  now(): string {
    return timestamp(this.#clock)
  }

  /**
   * Cleans up after a dead process: rows that were being sent are in doubt, unfinished plans are removed, running
   * batches are paused, those that were being cancelled have no row left to send. A batch that waited for its quota keeps
   * waiting, unless one of its rows is in doubt now.
   * @returns how many rows are in doubt now
   */
  recover(): number {
    return inTransaction(this.db, () => {
      const at = this.now()
      this.batches.dropUnplanned()
      this.batches.pauseInterrupted()
      this.batches.reopenPlanned()
      this.rows.skipCancelled(at)
      const doubtful = this.rows.doubtSending(at)
      this.attempts.endOrphans(at)
      return doubtful
    })
  }

  /**
   * Puts every row in doubt that may have been sent without the journal's knowledge, and lets no stock file create anything
   * before a plan of it was looked at again.
   * @param lost claims that the journal doesn't know
   * @param touched the batches that they are of
   * @returns how many rows are in doubt now
   */
  doubtPlanned(lost: number, touched: Touched): number {
    return inTransaction(this.db, () => {
      this.sources.unlookAll(this.now())
      return doubtPlanned(this.#tables, lost, touched, this.now())
    })
  }
}

/** A large journal is checked later: what is read of it at once may be damaged. */
function openTables(
  files: JournalFiles,
  remembered: RememberedMark,
): OpenJournal & { tables: JournalTables } {
  const tablesOf = (db: DatabaseSync) => new JournalTables(db, files.markPath, remembered)
  const open = openJournal(files)
  try {
    return { ...open, tables: tablesOf(open.db) }
  } catch (error) {
    const isDamaged = open.damage === null && !isSound(open.db)
    open.db.close()
    if (!isDamaged) throw error
    const picture = pictureOf('damaged', files)
    return { ...picture, tables: tablesOf(picture.db) }
  }
}
