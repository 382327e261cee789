import { isSmall, isSound } from '../storage/database-check.ts'
import { FileDatabase } from '../storage/file-database.ts'
import type { Batch } from '#shared/batch/row.ts'
import type { Journal } from './journal/journal.ts'
import type { Recovery } from './sending/recovery.ts'

export interface BackupPorts {
  readonly journal: Journal
  readonly recovery: Pick<Recovery, 'isLocked'>
  /** True if a large file is a sound database; checked off the main thread if possible. */
  readonly check?: ((path: string) => Promise<boolean>) | undefined
  /** Gets why no backup could be made, and null when one can be made again. */
  readonly onOutcome?: ((error: unknown) => void) | undefined
}

/** Rows that are settled between two backups of a long batch. */
const rowsBetween = 5_000

/** After a backup that took a second, none is made for so many seconds: at most a fiftieth of the time goes into them. */
const restPerSecond = 50

/** A process that takes the engine raises the fence, which alone is worth no backup. */
const fenceChanges = 1

/** Makes backups of the journal: of each batch that is planned, of what is sent, and of what a process leaves behind. */
export class BackupKeeper {
  readonly #ports: BackupPorts
  #running: Promise<void> | null = null
  /** `rested`: as soon as the last one is long enough ago. */
  #wanted: 'now' | 'rested' | null = null
  #timer: NodeJS.Timeout | null = null
  #notBefore = 0
  #failed = false
  /** Changes of the connection when the last backup began. */
  #changes: number
  readonly #settledRows = new Map<string, number>()

  constructor(ports: BackupPorts) {
    this.#ports = ports
    this.#changes = this.#changesNow()
  }

  /** This process has the engine: the backups may have been removed. */
  begun(): void {
    this.#changes += fenceChanges
    const { backups } = this.#ports.journal
    const { batches } = this.#ports.journal.tables
    if (backups.all().length === 0 && batches.page(null, 1, null).length > 0) this.request()
  }

  /** A batch may be sent from now on: without a backup of it, damage would leave only the number of its sends. */
  planned(): void {
    if (!this.#ports.recovery.isLocked) return
    this.#wanted = 'now'
    this.#proceed()
  }

  /** Something is to be kept: now, or as soon as the last backup is long enough ago. */
  request(): void {
    if (!this.#ports.recovery.isLocked) return
    this.#wanted ??= 'rested'
    this.#proceed()
  }

  #proceed(): void {
    if (this.#running) return
    const rest = this.#wanted === 'now' ? 0 : this.#notBefore - performance.now()
    if (rest <= 0) this.#take()
    else this.#timer ??= setTimeout(() => this.#take(), rest).unref()
  }

  /** A batch is being sent, or is not any more. */
  progressed({ id, state, total, counts }: Batch): void {
    const settled = total - counts.planned - counts.sending
    const before = this.#settledRows.get(id) ?? 0
    if (state === 'running' && settled < before + rowsBetween) return
    if (settled === before && state === 'waiting') return
    this.#settledRows.set(id, settled)
    this.request()
  }

  /** Makes a backup that is wanted without a rest before it; resolves when none is being made any more. */
  async settled(): Promise<void> {
    this.#clearTimer()
    while (this.#running) await this.#running
    if (!this.#wanted) return
    this.#take()
    await this.settled()
  }

  /** Before the journal is closed: what was changed since the last backup is kept. */
  async close(): Promise<void> {
    this.#clearTimer()
    await this.#running
    const isChanged = this.#changesNow() !== this.#changes && this.#ports.recovery.isLocked
    this.#wanted = isChanged ? 'now' : null
    await this.settled()
  }

  #take(): void {
    this.#clearTimer()
    this.#wanted = null
    this.#running = this.#make().finally(() => {
      this.#running = null
      if (this.#wanted) this.#proceed()
    })
  }

  async #make(): Promise<void> {
    const { journal, onOutcome } = this.#ports
    const begun = performance.now()
    if (journal.damage || !journal.db.isOpen) return
    try {
      const changes = this.#changesNow()
      await journal.backups.take(journal.now(), (path) => this.#check(path))
      this.#changes = changes
      if (this.#failed) onOutcome?.(null)
      this.#failed = false
    } catch (error) {
      this.#failed = true
      onOutcome?.(error)
    } finally {
      const ended = performance.now()
      this.#notBefore = ended + (ended - begun) * restPerSecond
    }
  }

  /** A small file is checked sooner than a thread starts. */
  #check(path: string): Promise<boolean> {
    const { check = checkHere } = this.#ports
    return isSmall(path) ? checkHere(path) : check(path)
  }

  #changesNow(): number {
    const { db } = this.#ports.journal
    return db.isOpen ? Number(db.prepare('SELECT total_changes() AS n').get()?.n) : 0
  }

  #clearTimer(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
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
