import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { FileDatabase } from '../../storage/file-database.ts'
import { z } from 'zod'
import { Fault } from '#shared/bridge/failure.ts'
import { lockFile } from '../../storage/transactions.ts'
import type { Batch } from '#shared/batch/row.ts'
import type { BackupKeeper } from '../backup-keeper.ts'
import type { DoneWrites } from '../journal/done-writes.ts'
import type { Backup } from '../journal/backups.ts'
import type { Journal } from '../journal/journal.ts'
import type { JournalDamage } from '../journal/open-journal.ts'
import type { Replaced } from '../journal/replace-journal.ts'
import type { MarkStatus } from '../journal/mark.ts'
import type { BatchParts } from './batch-parts.ts'

const holderSchema = z.object({ pid: z.int(), program: z.string(), since: z.string() })

/** A held lock. */
interface EngineLock {
  release(): void
}

/**
 * Locks the data folder for one engine. The lock is a write transaction on a small SQLite file that is never ended. The
 * system drops it with the process: there is no stale lock after a crash, and no pid that another program may have by
 * now. Its holder can still be read, because readers don't need the write lock.
 * @throws Fault `engine-locked` with pid, program and since of the holder
 */
export function lockEngine(dataDir: string, program: string, now: string): EngineLock {
  const path = join(dataDir, 'engine.lock')
  for (let tries = 0; ; tries += 1) {
    const lock = tryToLock(path, program, now)
    if (lock !== null) return lock
    if (tries === mostTries) throw new Fault('engine-locked')
    Atomics.wait(pause, 0, 0, pauseMs)
  }
}

/** True if a living process has the engine of the data folder. */
export function isEngineHeld(dataDir: string): boolean {
  const path = join(dataDir, 'engine.lock')
  if (!existsSync(path)) return false
  const db = new FileDatabase(path, { timeout: 0 })
  try {
    lockFile(db)
    return false
  } catch (error) {
    if (isBusy(error)) return true
    throw error
  } finally {
    db.close()
  }
}

/** A file that another process is just making, or an antivirus reads, is locked without a holder: for a moment only. */
const mostTries = 40
const pauseMs = 50
const pause = new Int32Array(new SharedArrayBuffer(4))

/** Null if the file is locked, and its holder is not named in it. */
function tryToLock(path: string, program: string, now: string): EngineLock | null {
  const db = new FileDatabase(path, { timeout: 0 })
  try {
    chmodSync(path, 0o600)
    db.exec(
      'CREATE TABLE IF NOT EXISTS holder (one INTEGER PRIMARY KEY CHECK (one = 1), pid, program, since)',
    )
    db.prepare('INSERT OR REPLACE INTO holder VALUES (1, ?, ?, ?)').run(process.pid, program, now)
    lockFile(db)
    return { release: () => db.close() }
  } catch (error) {
    const holder = readHolder(db)
    db.close()
    if (!isBusy(error)) throw error
    if (holder) throw new Fault('engine-locked', holder)
    return null
  }
}

const isBusy = (error: unknown): boolean => error instanceof Error && /locked|busy/i.test(error.message)

function readHolder(db: DatabaseSync): z.infer<typeof holderSchema> | null {
  try {
    return holderSchema.safeParse(db.prepare('SELECT pid, program, since FROM holder').get()).data ?? null
  } catch {
    return null
  }
}

/** State that an earlier process left. */
export interface Recovered {
  /** Rows that were being sent when it ended: in doubt now. */
  readonly inDoubt: number
  /** Claims that the journal didn't know, because it went back in time; 0 if it knew all. */
  readonly lost: number
  /** Place where the journal is that went back in time; null if no backup took its place. */
  readonly setAside: string | null
  /** Batches that wait until their quota allows calls again, or until the network is back. */
  readonly waiting: readonly string[]
}

type Parts = Pick<BatchParts, 'journal' | 'dataDir' | 'program' | 'onReplaced'>

/** Takes the engine of the data folder, and cleans up after a dead process. All writing begins with `ensureLock`. */
export class Recovery {
  readonly #parts: Parts
  readonly #doneWrites: DoneWrites
  readonly #backups: Pick<BackupKeeper, 'begun'>
  #lock: EngineLock | null = null

  constructor(parts: Parts, doneWrites: DoneWrites, backups: Pick<BackupKeeper, 'begun'>) {
    this.#parts = parts
    this.#doneWrites = doneWrites
    this.#backups = backups
  }

  /** True if this process has the engine. */
  get isLocked(): boolean {
    return this.#lock !== null
  }

  /**
   * Takes the engine of the data folder and cleans up after an earlier process. Nothing is sent.
   * @throws Fault `engine-locked` if another process has it, `journal-elsewhere` if the data folder is a copy,
   * `journal-damaged`
   */
  recover(): Recovered {
    const { journal } = this.#parts
    refuseDamaged(journal)
    const begun = this.#lock === null ? this.#begin('refuse') : nothingLost
    const inDoubt = begun.inDoubt + journal.recover()
    this.#doneWrites.replay()
    const waiting = journal.tables.batches.unsettled().filter(({ batch }) => batch.state === 'waiting')
    return { ...begun, inDoubt, waiting: waiting.map(({ batch }) => batch.id) }
  }

  /**
   * True if the journal was not closed in order and not checked since. One that another process has open is in use.
   * What sends has it checked before.
   */
  get isUnchecked(): boolean {
    return !this.#parts.journal.isChecked && !this.isLocked && !isEngineHeld(this.#parts.dataDir)
  }

  /**
   * For commands that only read: cleans up after a dead process, unless a living one has the engine.
   * A journal that went back in time is put right, too.
   * @throws Fault `journal-elsewhere` if the data folder is a copy, for the caller to report
   */
  recoverDead(): Omit<Recovered, 'waiting'> {
    const { journal } = this.#parts
    const { mark } = journal
    const { batches } = journal.tables
    refuseDamaged(journal)
    const active = batches.unsettled().some(({ batch }) => looksActive(batch))
    if (!active && mark.check().kind === 'same' && journal.newerBackup() === null) return nothingLost
    try {
      return this.recover()
    } catch (error) {
      if (error instanceof Fault && error.code === 'engine-locked') return nothingLost
      throw error
    }
  }

  /**
   * The journal, to be written: this process has the engine from here on.
   * @throws Fault `engine-locked` if another process has it
   */
  ensureLock(): Journal {
    if (!this.#lock) this.recover()
    this.assertHeld()
    return this.#parts.journal
  }

  /**
   * A person's word that this copy of the data folder is the one that goes on: rows that the other may have sent are in
   * doubt.
   * @throws Fault `engine-locked` if another process has it
   */
  adopt(): Recovered {
    if (this.#lock) return this.recover()
    const begun = this.#begin('adopt')
    const { inDoubt, waiting } = this.recover()
    return { ...begun, inDoubt: begun.inDoubt + inDoubt, waiting }
  }

  /**
   * Puts what a person chose in the place of a damaged journal: a backup, or (null) an empty one. No engine is begun.
   * @throws Fault `usage` if the journal is not damaged, `engine-locked`
   */
  replace(chosen: (damage: JournalDamage) => Backup | null): Replaced & { readonly backup: Backup | null } {
    const { journal, dataDir, program, onReplaced } = this.#parts
    const lock = lockEngine(dataDir, program, journal.now())
    try {
      journal.ensureCurrent()
      if (!journal.damage) throw new Fault('usage', { reason: 'journal-sound' })
      const backup = chosen(journal.damage)
      const replaced = journal.replaceBy(backup)
      const marked = journal.mark.check()
      // The mark of another folder stays: a person is still asked which one goes on.
      if (marked.kind !== 'elsewhere' || marked.why === 'unmarked') journal.mark.begin()
      return { ...replaced, backup }
    } finally {
      lock.release()
      onReplaced()
    }
  }

  /** @throws Fault `engine-taken` if another process has taken the engine, because the lock's file was removed */
  assertHeld(): void {
    if (this.#lock) this.#parts.journal.mark.assertHeld()
  }

  release(): void {
    if (this.#lock) this.#parts.journal.mark.end()
    this.#lock?.release()
    this.#lock = null
  }

  #begin(copied: 'refuse' | 'adopt'): Omit<Recovered, 'waiting'> {
    const { journal, dataDir, program } = this.#parts
    const lock = lockEngine(dataDir, program, journal.now())
    try {
      journal.ensureCurrent()
      journal.ensureChecked()
      refuseDamaged(journal)
      const before = journal.mark.check()
      if (before.kind === 'elsewhere' && copied === 'refuse')
        throw new Fault('journal-elsewhere', { reason: before.why })
      const { known, setAside } = this.#takeNewest()
      const status = journal.mark.check()
      const inDoubt = known.inDoubt + (status.kind === 'same' ? 0 : journal.doubt(status))
      journal.mark.begin()
      this.#lock = lock
      this.#backups.begun()
      return { inDoubt, lost: Math.max(lostOf(before), known.lost), setAside }
    } catch (error) {
      lock.release()
      throw error
    }
  }

  /** A backup that knows more takes the journal's place. @returns what the journal lacked */
  #takeNewest() {
    const { journal, onReplaced } = this.#parts
    const newer = journal.newerBackup()
    if (newer === null) return { known: { inDoubt: 0, lost: 0 }, setAside: null }
    const { claims } = journal.mark
    const { setAside } = journal.replaceBy(newer)
    journal.ensureChecked()
    refuseDamaged(journal)
    onReplaced()
    const { inDoubt } = journal.tables.batches.sums()
    return { known: { inDoubt, lost: journal.mark.claims - claims }, setAside }
  }
}

/** @throws Fault `journal-damaged` */
export function refuseDamaged({ damage, path }: Journal): void {
  if (damage) throw new Fault('journal-damaged', { path, reason: damage.reason })
}

const lostOf = (status: MarkStatus): number => (status.kind === 'same' ? 0 : (status.lost ?? 0))

const nothingLost = { inDoubt: 0, lost: 0, setAside: null }

/** True if the journal says that the batch is being sent or cancelled, by this process or another. */
const looksActive = ({ state, wakesAt, counts }: Batch): boolean =>
  state === 'running' ||
  counts.sending > 0 ||
  (state === 'waiting' && wakesAt === null) ||
  (state === 'cancelled' && counts.planned > 0)
