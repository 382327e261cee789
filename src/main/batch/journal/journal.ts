import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { AdvertWrite } from '../../writes/advert-write.ts'
import { timestamp, type Clock } from '../../system/clock.ts'
import { inTransaction, openDatabase } from '../../storage/database.ts'
import { AttemptsTable, type AttemptEnd } from './attempts-table.ts'
import { BatchTable } from './batch-table.ts'
import { LooksTable } from './looks-table.ts'
import { journalMigrations } from './journal-migrations.ts'
import { PickTable } from './pick-table.ts'
import { PreviewTable } from './preview-table.ts'
import { transitionAfter, type Outcome, type RowTransition } from './outcome.ts'
import { RowsTable } from './rows-table.ts'
import type { SendableRow } from './journal-row.ts'

/** A row that this process may send: its claim is on the disk. */
export interface Claim {
  readonly row: SendableRow
  readonly attempt: number
}

/**
 * The journal of everything that was and will be sent. Before the first byte of a row is sent, its claim is committed
 * with synchronous FULL; the result is committed together with the attempt, in one transaction.
 */
export class Journal {
  readonly db: DatabaseSync
  readonly batches: BatchTable
  readonly rows: RowsTable
  readonly picks: PickTable
  readonly attempts: AttemptsTable
  readonly previews: PreviewTable
  readonly looks: LooksTable
  /** The path that a damaged journal was moved to, or null. */
  readonly setAside: string | null
  readonly #clock: Clock

  /** @throws Fault `storage` */
  constructor(path: string, clock: Clock) {
    const open = openDatabase({
      path,
      migrations: journalMigrations,
      synchronous: 'FULL',
      now: () => clock.now(),
    })
    this.db = open.db
    // A checkpoint writes pages all over the file: fewer of them cost less per row, too few block the main thread.
    open.db.exec('PRAGMA wal_autocheckpoint = 2000; PRAGMA cache_size = -16000')
    this.setAside = open.setAside
    this.batches = new BatchTable(open.db)
    this.rows = new RowsTable(open.db)
    this.picks = new PickTable(open.db)
    this.attempts = new AttemptsTable(open.db)
    this.previews = new PreviewTable(open.db)
    this.looks = new LooksTable(open.db)
    this.#clock = clock
  }

  close(): void {
    if (this.db.isOpen) this.db.close()
  }

  /**
   * Writes rows of a batch that isn't published yet, in one transaction without a sync: publishing the batch syncs
   * everything before it.
   */
  writeUnpublished(work: () => void): void {
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
   * Commits that this row is being sent; null if it is no longer planned.
   * @param serviceNow the time by the service's clock, ms since 1970, if it is known
   */
  claim(row: SendableRow, userId: number, serviceNow: number | null = null): Claim | null {
    return inTransaction(this.db, () => {
      const at = this.now()
      if (!this.rows.claim(row.id, at)) return null
      const serviceAt = serviceNow === null ? null : new Date(serviceNow).toISOString()
      const hash = requestHash(row.write, userId)
      return { row, attempt: this.attempts.begin(row.id, 'send', hash, at, serviceAt) }
    })
  }

  /** Commits the result of an attempt. @returns the row's transition */
  finish({ row, attempt }: Claim, outcome: Outcome, cancelled: boolean): RowTransition {
    const history = { operation: row.write.operation, doubt: row.doubt }
    const transition = transitionAfter(history, outcome, cancelled)
    inTransaction(this.db, () => {
      const at = this.now()
      this.attempts.end(attempt, at, attemptEnd(outcome))
      this.rows.move(row.id, 'sending', transition, at, outcome.kind === 'done' ? outcome.createdId : null)
    })
    return transition
  }

  /**
   * Cleans up after a dead process: rows that were being sent become unknown, unfinished plans are removed, running
   * batches are paused. A batch that waited for its quota keeps waiting, unless one of its rows is in doubt now.
   * @returns how many rows became unknown
   */
  recover(): number {
    return inTransaction(this.db, () => {
      const at = this.now()
      this.batches.dropUnplanned()
      this.batches.pauseInterrupted()
      const doubtful = this.rows.doubtSending(at)
      this.attempts.endOrphans(at)
      return doubtful
    })
  }
}

/** A hash of the request without the key: tells later whether two attempts sent the same. */
export const requestHash = (write: AdvertWrite, userId: number): string =>
  createHash('sha256')
    .update(JSON.stringify([userId, write.operation, write.payload]))
    .digest('hex')

function attemptEnd(outcome: Outcome): AttemptEnd {
  if (outcome.kind === 'done') return { outcome: 'done', status: 200, errorCode: null, answer: null }
  const { code, status, answer } = outcome.error
  return { outcome: outcome.kind, status, errorCode: code, answer }
}
