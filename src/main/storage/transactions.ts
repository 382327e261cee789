import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { setImmediate } from 'node:timers/promises'

const markSchema = z.object({ own: z.int(), others: z.int() })

/**
 * Changes with every write to the database, through this connection or another one. If it is the same twice, nothing was
 * written in between. It may change without a write. Source: https://www.sqlite.org/pragma.html#pragma_data_version
 */
export function writeMark(db: DatabaseSync): string {
  const { own, others } = markSchema.parse(
    db.prepare('SELECT total_changes() AS own, data_version AS others FROM pragma_data_version').get(),
  )
  return `${own} ${others}`
}

// The only file that begins transactions. ESLint refuses the statements anywhere else.

/** Anything but a promise: work that goes on after its turn doesn't compile. */
type Settled = string | number | bigint | boolean | null | undefined | (object & { readonly then?: never })

/**
 * Runs `work` in one transaction: all of it is committed, or, when it throws, nothing. It ends in the turn in which it
 * began, so that no other writer of the connection is ever in the middle of it. Called by work that is in one already, it
 * is a part of that.
 */
// oxlint-disable-next-line typescript/no-invalid-void-type -- work without a result
export function inTransaction<Result extends Settled | void>(db: DatabaseSync, work: () => Result): Result {
  return db.isTransaction ? nested(db, work) : outermost(db, work)
}

function outermost<Result>(db: DatabaseSync, work: () => Result): Result {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

function nested<Result>(db: DatabaseSync, work: () => Result): Result {
  db.exec('SAVEPOINT nested')
  try {
    const result = work()
    db.exec('RELEASE nested')
    return result
  } catch (error) {
    // A full disk rolls back the whole transaction.
    if (db.isTransaction) db.exec('ROLLBACK TO nested; RELEASE nested')
    throw error
  }
}

/** Runs `read` on one state of the file, whatever another process writes, or makes of its tables, in the meantime. */
export function inSnapshot<Result extends Settled>(db: DatabaseSync, read: () => Result): Result {
  db.exec('BEGIN; SELECT 1 FROM sqlite_schema')
  try {
    return read()
  } finally {
    if (db.isTransaction) db.exec('COMMIT')
  }
}

/** A database that one object alone writes, so that its transactions may last for several turns of the main thread. */
export class ExclusiveDatabase {
  readonly db: DatabaseSync
  #last: Promise<unknown> = Promise.resolve()

  constructor(db: DatabaseSync) {
    this.db = db
  }

  /** One after another, each in one transaction: after a crash a change is there as a whole or not at all. */
  change(work: () => void | Promise<void>): Promise<void> {
    const changed = this.#last.then(() => this.#inTransaction(work))
    this.#last = changed.catch(() => undefined)
    return changed
  }

  /** Does it outside of any transaction, before the next change begins. */
  between(work: () => void | Promise<void>): Promise<void> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => undefined)
    return done
  }

  /** Resolves when every change that was asked for has ended; the database is closed then. */
  async close(): Promise<void> {
    await this.#last
    this.db.close()
  }

  async #inTransaction(work: () => void | Promise<void>): Promise<void> {
    this.db.exec('BEGIN IMMEDIATE')
    try {
      await work()
      await setImmediate()
      this.db.exec('COMMIT')
    } catch (error) {
      if (this.db.isTransaction) this.db.exec('ROLLBACK')
      throw error
    }
  }
}

/** Freezes the view of a read-only connection at one moment, until it is closed. */
export const freeze = (db: DatabaseSync): void => db.exec('BEGIN')

/** Locks a file by a connection of one's own until that is closed. @throws what SQLite throws if another has the lock */
export const lockFile = (db: DatabaseSync): void => db.exec('BEGIN IMMEDIATE')
