import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { timestamp, type Clock } from '../../system/clock.ts'
import { noteCleanEnd, suspect } from '../../storage/clean-end.ts'
import { isSound, type Verdict } from '../../storage/database-check.ts'
import { inTransaction } from '../../storage/transactions.ts'
import type { JournalMark, Missing } from './mark.ts'
import { type JournalTables, tablesOf } from './journal-tables.ts'
import { Backups, type Backup } from './backups.ts'
import { fileOf, markName } from './mark-file.ts'
import { cleanUp, doubtMissing, replaceJournal, type Replaced } from './replace-journal.ts'
import {
  openJournal,
  openBackup,
  type JournalDamage,
  type JournalFiles,
  type OpenJournal,
} from './open-journal.ts'

/** The journal of everything that was and will be sent: a file, its backups, and what becomes of it when it is damaged. */
export class Journal {
  readonly path: string
  readonly backups: Backups
  readonly #clock: Clock
  readonly #markPath: string
  #opened: Opened
  #isSuspect = false
  /** The file that was opened. */
  #file = ''

  /** @throws Fault `storage` */
  constructor(path: string, clock: Clock) {
    this.#markPath = join(dirname(path), markName)
    this.backups = new Backups(path)
    this.path = path
    this.#clock = clock
    this.#opened = this.#open()
  }

  #open(): Opened {
    const opened = openTables(this.#files)
    this.#isSuspect = false
    this.#file = fileOf(this.path)
    if (!opened.damage) opened.tables.mark.ensure()
    return opened
  }

  get #files(): JournalFiles {
    return { path: this.path, markPath: this.#markPath, clock: this.#clock, backups: this.backups }
  }

  /** All that is kept in it. After a recovery it is another's: it is asked for each time. */
  get tables(): JournalTables {
    return this.#opened.tables
  }

  get db(): DatabaseSync {
    return this.#opened.db
  }

  /** The count of claims outside of the journal, by which one that went back in time is noticed. */
  get mark(): JournalMark {
    return this.tables.mark
  }

  /** Not null if the journal is damaged: what is here is only its newest backup, and nothing may be sent. */
  get damage(): JournalDamage | null {
    return this.#opened.damage
  }

  /** True if the whole file was checked since an unclean end, if there was one. Nothing may be sent before. */
  get isChecked(): boolean {
    return this.#opened.isChecked
  }

  /** Checks the whole file now, unless it was; a damaged one is shown as its newest backup has it. */
  ensureChecked(): void {
    if (!this.isChecked) this.take(isSound(this.db) ? 'sound' : 'damaged')
  }

  /** Takes the verdict of a check off the main thread; a failed one leaves the check to be made. */
  take(verdict: Verdict): void {
    if (this.isChecked || verdict === 'unchecked') return
    this.#opened = { ...this.#opened, isChecked: true }
    if (verdict === 'sound') return
    this.suspect()
    this.db.close()
    this.#opened = withTables(openBackup('damaged', this.#files), this.#markPath)
  }

  /** The newest backup, if it knows of more than the journal, which went back in time then. */
  newerBackup(): Backup | null {
    return this.damage ? null : this.backups.newerThan(this.db)
  }

  /**
   * Goes on with a copy of a backup, or an empty journal; nothing is being sent meanwhile. What may have been sent since is in doubt.
   * @throws Fault `storage`
   */
  replaceBy(backup: Backup | null): Replaced {
    const at = this.now()
    this.mark.end()
    this.db.close()
    try {
      const replaced = replaceJournal(this.#files, backup, at)
      if (backup === null) this.backups.setAside(at)
      return replaced
    } finally {
      this.#opened = this.#open()
    }
  }

  /** Goes on with the file that another process put in the journal's place since this one opened it, if one did. */
  ensureCurrent(): void {
    if (fileOf(this.path) === this.#file) return
    this.mark.end()
    this.db.close()
    this.#opened = this.#open()
  }

  /** SQLite met damage while it worked: the next start checks the whole file. */
  suspect(): void {
    this.#isSuspect = true
    suspect(this.path)
  }

  close(): void {
    this.mark.end()
    if (!this.db.isOpen) return
    this.db.close()
    if (!this.damage && !this.#isSuspect && this.isChecked) noteCleanEnd(this.path)
  }

  /**
   * Writes in one transaction without a sync what may be lost with the power, such as rows of an unpublished batch:
   * publishing it syncs everything before it.
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

  /** Cleans up after a process that ended. @returns how many rows are in doubt now */
  recover(): number {
    return inTransaction(this.db, () => cleanUp(this.tables, this.now()))
  }

  /** Puts every row in doubt that may have been sent without the journal's knowledge. @returns how many rows are in doubt now */
  doubt(missing: Missing): number {
    return inTransaction(this.db, () => {
      cleanUp(this.tables, this.now())
      return doubtMissing(this.tables, missing, this.now())
    })
  }
}

type Opened = OpenJournal & { readonly tables: JournalTables }

const withTables = (open: OpenJournal, markPath: string): Opened => ({
  ...open,
  tables: tablesOf(open.db, markPath),
})

/** A large journal is checked later: what is read of it at once may be damaged. */
function openTables(files: JournalFiles): Opened {
  const open = openJournal(files)
  try {
    return withTables(open, files.markPath)
  } catch (error) {
    const isDamaged = open.damage === null && !isSound(open.db)
    open.db.close()
    if (!isDamaged) throw error
    return withTables(openBackup('damaged', files), files.markPath)
  }
}
