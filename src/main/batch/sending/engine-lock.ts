import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { FileDatabase } from '../../storage/file-database.ts'
import { z } from 'zod'
import { Fault } from '#shared/bridge/failure.ts'
import { lockFile } from '../../storage/transactions.ts'

const holderSchema = z.object({ pid: z.int(), program: z.string(), since: z.string() })

/** A held lock. */
export interface EngineLock {
  release(): void
}

/**
 * Locks the data folder for one engine. The lock is a write transaction on a small SQLite file that is never ended: the
 * system drops it with the process, so there is no stale lock after a crash, and no pid that another program has been
 * given meanwhile. Its holder can still be read, because readers don't need the write lock.
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

/** Whether a living process has the engine of the data folder. */
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
