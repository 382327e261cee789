import { isSmall, isSound } from '../storage/database-check.ts'
import { FileDatabase } from '../storage/file-database.ts'
import type { Batch } from '#shared/batch/row.ts'
import type { Journal } from './journal/journal.ts'
import type { BatchParts } from './sending/batch-parts.ts'

/** Rows that are settled between two backups of a long batch. */
const rowsBetween = 5_000

/** A process that takes the engine raises the fence, which alone is worth no backup. */
const fenceChanges = 1

/** Makes backups of the journal: of each batch that is planned, of what is sent, and of what a process leaves behind. */
export class BackupKeeper {
  readonly #journal: Journal
  readonly #backup: BatchParts['backup']
  /** True if this process has the engine. */
  #hasEngine = false
  #running: Promise<void> | null = null
  #isWanted = false
  #failed = false
  /** Changes of the connection when the last backup began. */
  #changes: number
  readonly #settledRows = new Map<string, number>()

  constructor({ journal, backup }: Pick<BatchParts, 'journal' | 'backup'>) {
    this.#journal = journal
    this.#backup = backup
    this.#changes = this.#changesNow()
  }

  /** This process has the engine: the backups may have been removed. */
  begun(): void {
    this.#hasEngine = true
    this.#changes += fenceChanges
    const { backups, tables } = this.#journal
    if (backups.all().length === 0 && tables.batches.page(null, 1, null).length > 0) this.request()
  }

  /** Something is to be kept, such as a batch that may be sent: without it, damage would leave only the number of its sends. */
  request(): void {
    if (!this.#hasEngine) return
    this.#isWanted = true
    if (!this.#running) this.#take()
  }

  /** A batch is being sent, or is not any more. */
  progressed({ id, state, total, counts }: Batch): void {
    const settled = total - counts.planned - counts.sending
    const before = this.#settledRows.get(id) ?? 0
    if (settled === before || (state === 'running' && settled < before + rowsBetween)) return
    this.#settledRows.set(id, settled)
    this.request()
  }

  /** Resolves when no backup is being made any more. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running
  }

  /** Before the journal is closed: what was changed since the last backup is kept. */
  async close(): Promise<void> {
    this.#isWanted = false
    await this.settled()
    if (this.#changesNow() !== this.#changes) this.request()
    await this.settled()
  }

  #take(): void {
    this.#isWanted = false
    this.#running = this.#make().finally(() => {
      this.#running = null
      if (this.#isWanted) this.#take()
    })
  }

  async #make(): Promise<void> {
    const journal = this.#journal
    const { onOutcome } = this.#backup
    if (journal.damage || !journal.db.isOpen) return
    try {
      const changes = this.#changesNow()
      await journal.backups.take(journal.now(), (path) => this.#check(path))
      this.#changes = changes
      if (this.#failed) onOutcome(null)
      this.#failed = false
    } catch (error) {
      this.#failed = true
      onOutcome(error)
    }
  }

  /** A small file is checked sooner than a thread starts. */
  #check(path: string): Promise<boolean> {
    return isSmall(path) ? checkHere(path) : this.#backup.check(path)
  }

  #changesNow(): number {
    const { db } = this.#journal
    return db.isOpen ? Number(db.prepare('SELECT total_changes() AS n').get()?.n) : 0
  }
}

function checkHere(path: string): Promise<boolean> {
  const db = new FileDatabase(path, { readOnly: true })
  try {
    return Promise.resolve(isSound(db))
  } finally {
    db.close()
  }
}
