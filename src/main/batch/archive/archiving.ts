import { rmSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Batch } from '#shared/batch/row.ts'
import { inTransaction } from '../../storage/transactions.ts'
import type { StoredBatch } from '../journal/batch-record.ts'
import type { Journal } from '../journal/journal.ts'
import { isSentAgainAsItIs } from '../reading/error-words.ts'
import type { Recovery } from '../sending/recovery.ts'
import type { ArchiveFolder } from './archive-folder.ts'
import { writeArchive } from './archive-file.ts'

interface ArchivingParts {
  readonly recovery: Recovery
  readonly folder: ArchiveFolder
  /** Gets each batch that was archived. */
  readonly onArchived: (batch: Batch) => void
  /** For tests that end the work in the middle of it. */
  readonly onPoint?: ((point: ArchivePoint) => void) | undefined
}

/** `file`: the archive file is on the disk; `marked`: the batch is read from it; `slice`: some rows left the journal. */
export type ArchivePoint = 'file' | 'marked' | 'slice'

/** What one run did. */
export interface Archived {
  /** The batches that were archived, the oldest first. */
  readonly batches: readonly Batch[]
  /** Ended batches of that age that stay, because rows of them may be needed: in doubt, in conflict, or to be retried. */
  readonly staying: readonly Batch[]
}

const dayMs = 86_400_000

/** Moves batches that ended long ago from the journal to the archive. What their rows forbid stays in the journal. */
export class Archiving {
  readonly #parts: ArchivingParts
  #running: Promise<unknown> = Promise.resolve()
  #ends = false

  constructor(parts: ArchivingParts) {
    this.#parts = parts
  }

  /**
   * Archives batches that ended at least `days` days ago, one run after another.
   * @throws Fault `engine-locked`, `journal-damaged`; what the file system and SQLite throw
   */
  run(days: number): Promise<Archived> {
    const run = this.#running.then(() => this.#run(days))
    this.#running = run.catch(() => undefined)
    return run
  }

  /** Ends a run after the step that it is at; the next one goes on with the rest. */
  async end(): Promise<void> {
    this.#ends = true
    await this.#running
  }

  async #run(days: number): Promise<Archived> {
    const journal = this.#parts.recovery.ensureLock()
    for (const seq of journal.kept.unfinished()) await this.#release(journal, seq)
    const before = Date.parse(journal.now()) - days * dayMs
    const old = journal.batches.list().filter(({ batch }) => endedBefore(batch, before))
    const batches: Batch[] = []
    for (const stored of old.toReversed()) {
      if (this.#ends) break
      if (isAtRest(journal, stored)) batches.push(...(await this.#archive(journal, stored)))
    }
    const gone = new Set(batches.map(({ id }) => id))
    return { batches, staying: old.map(({ batch }) => batch).filter(({ id }) => !gone.has(id)) }
  }

  /** The file is complete before the journal says that the batch is in it, and that is said before any row leaves. */
  async #archive(journal: Journal, stored: StoredBatch): Promise<Batch[]> {
    const { seq, batch } = stored
    const written = await writeArchive(journal.db, seq, this.#parts.folder.pathOf(batch.id))
    this.#parts.onPoint?.('file')
    if (this.#ends || !this.#mark(journal, stored, written)) {
      rmSync(this.#parts.folder.pathOf(batch.id), { force: true })
      return []
    }
    this.#parts.onPoint?.('marked')
    await this.#release(journal, seq)
    const archived = journal.batches.find(batch.id).batch
    this.#parts.onArchived(archived)
    return [archived]
  }

  /** False if the batch was changed while it was copied: a row that is retried makes it end again. */
  #mark(journal: Journal, { seq, batch }: StoredBatch, written: number): boolean {
    this.#parts.recovery.assertHeld()
    return inTransaction(journal.db, () => {
      const now = journal.batches.get(batch.id)
      if (now.batch.finishedAt !== batch.finishedAt || written !== now.batch.total) return false
      if (!isAtRest(journal, now)) return false
      journal.kept.markArchived(seq, now.batch.counts, journal.now())
      return true
    })
  }

  async #release(journal: Journal, seq: number): Promise<void> {
    while (!this.#ends && inTransaction(journal.db, () => journal.kept.release(seq))) {
      this.#parts.onPoint?.('slice')
      await nextTurn()
    }
  }
}

const endedBefore = ({ state, finishedAt }: Batch, time: number): boolean =>
  (state === 'finished' || state === 'cancelled') && finishedAt !== null && Date.parse(finishedAt) <= time

/** Whether nothing of the batch can still be sent, settled, answered or retried, and no undo of it is under way. */
function isAtRest(journal: Journal, { seq, batch }: StoredBatch): boolean {
  const { planned, sending, inDoubt, conflict } = batch.counts
  return (
    planned + sending + inDoubt + conflict === 0 &&
    !journal.kept.failedCodes(seq).some(isSentAgainAsItIs) &&
    !journal.kept.hasOpenUndo(batch.id)
  )
}
