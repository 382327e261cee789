import { Fault } from '#shared/bridge/failure.ts'
import type { Batch } from '#shared/batch/row.ts'
import type { DoneWrites } from '../journal/done-writes.ts'
import type { Journal } from '../journal/journal.ts'
import type { MarkStatus } from '../journal/high-water.ts'
import { anyBatch, noBatch, type Lost } from '../journal/mark-comparison.ts'
import { isEngineHeld, lockEngine, type EngineLock } from './engine-lock.ts'

interface RecoveryParts {
  readonly journal: Journal
  /** Folder of the journal; one engine for each. */
  readonly dataDir: string
  /** What holds the engine, for people: `Forecourt` or `forecourt import`. */
  readonly program: string
  readonly doneWrites: DoneWrites
  /** This process has taken the engine. */
  readonly onTaken?: () => void
}

/** What was found of an earlier process. */
export interface Recovered {
  /** Rows that were being sent when it ended: in doubt now. */
  readonly inDoubt: number
  /** Claims that the journal doesn't know, because it went back in time; 0 if it knows all. */
  readonly lost: number
  /** Batches that wait until their quota allows calls again, or until the network is back. */
  readonly waiting: readonly string[]
}

/** Takes the engine of the data folder, and cleans up after a dead process. All writing begins with `ensureLock`. */
export class Recovery {
  readonly #parts: RecoveryParts
  #lock: EngineLock | null = null

  constructor(parts: RecoveryParts) {
    this.#parts = parts
  }

  /** Whether this process has the engine. */
  get isLocked(): boolean {
    return this.#lock !== null
  }

  /**
   * Takes the engine of the data folder and cleans up after an earlier process. Nothing is sent.
   * @throws Fault `engine-locked` if another process has it, `journal-elsewhere` if the data folder is a copy,
   * `journal-damaged`
   */
  recover(): Recovered {
    const { journal, doneWrites } = this.#parts
    refuseDamaged(journal)
    const begun = this.#lock === null ? this.#begin('refuse') : nothingLost
    const inDoubt = begun.inDoubt + journal.recover()
    doneWrites.replay()
    const waiting = journal.batches.unsettled().filter(({ batch }) => batch.state === 'waiting')
    return { inDoubt, lost: begun.lost, waiting: waiting.map(({ batch }) => batch.id) }
  }

  /**
   * Whether the journal was not closed in order and not checked since. One that another process has open is in use.
   * What sends has it checked before.
   */
  get isUnchecked(): boolean {
    return !this.#parts.journal.isChecked && !this.isLocked && !isEngineHeld(this.#parts.dataDir)
  }

  /**
   * For commands that only read: cleans up after a dead process, unless a living one has the engine.
   * A journal that went back in time is put right, too.
   * @throws Fault `journal-elsewhere` if the data folder is a copy, for the caller to tell
   */
  recoverDead(): Omit<Recovered, 'waiting'> {
    const { journal } = this.#parts
    const { batches, highWater } = journal
    refuseDamaged(journal)
    const active = batches.unsettled().some(({ batch }) => looksActive(batch))
    if (!active && highWater.checkMark().kind === 'same' && !journal.isBehindBackup) return nothingLost
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
   * A person's word that this copy of the data folder is the one that goes on: what the other may have sent is in doubt.
   * @throws Fault `engine-locked` if another process has it
   */
  adopt(): Recovered {
    if (this.#lock) return this.recover()
    const begun = this.#begin('adopt')
    const { inDoubt, waiting } = this.recover()
    return { inDoubt: begun.inDoubt + inDoubt, lost: begun.lost, waiting }
  }

  /** @throws Fault `engine-taken` if another process has taken the engine, because the lock's file was removed */
  assertHeld(): void {
    if (this.#lock) this.#parts.journal.highWater.assertHeld()
  }

  release(): void {
    if (this.#lock) this.#parts.journal.highWater.end()
    this.#lock?.release()
    this.#lock = null
  }

  #begin(copied: 'refuse' | 'adopt'): { readonly inDoubt: number; readonly lost: number } {
    const { journal, dataDir, program } = this.#parts
    const lock = lockEngine(dataDir, program, journal.now())
    try {
      journal.ensureChecked()
      refuseDamaged(journal)
      const beyond = journal.takeBackup()
      const status = journal.highWater.checkMark()
      if (status.kind === 'elsewhere' && copied === 'refuse')
        throw new Fault('journal-elsewhere', { reason: status.why })
      const { lost, touched } = lostOf(status, beyond)
      const inDoubt = status.kind === 'same' && lost === 0 ? 0 : journal.doubtPlanned(lost, touched)
      journal.highWater.begin()
      this.#lock = lock
      this.#parts.onTaken?.()
      return { inDoubt, lost }
    } catch (error) {
      lock.release()
      throw error
    }
  }
}

function refuseDamaged({ damage, path }: Journal): void {
  if (damage) throw new Fault('journal-damaged', { path, reason: damage.reason })
}

/** Claims that the journal doesn't know: those of the mark, or, if the mark went back as well, of a backup. */
function lostOf(status: MarkStatus, beyond: number): Lost {
  const known = status.kind === 'same' ? 0 : status.lost
  if (beyond > known) return { lost: beyond, touched: anyBatch }
  return { lost: known, touched: status.kind === 'same' || known === 0 ? noBatch : status.touched }
}

const nothingLost = { inDoubt: 0, lost: 0 }

/** Whether the journal says that the batch is being sent or cancelled, by this process or another. */
const looksActive = ({ state, wakesAt, counts }: Batch): boolean =>
  state === 'running' ||
  counts.sending > 0 ||
  (state === 'waiting' && wakesAt === null) ||
  (state === 'cancelled' && counts.planned > 0)
