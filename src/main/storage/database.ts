import { chmodSync, closeSync, existsSync, openSync, readSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { FileDatabase } from './file-database.ts'
import { z } from 'zod'
import { Fault } from '#shared/bridge/failure.ts'
import { clearSuspicion, endedClean, forgetCleanEnd, isSuspect } from './clean-end.ts'
import { isSmall, isSound, looksDamaged } from './database-check.ts'
import { RowQuery } from './row-query.ts'
import { storageFaultOf } from './storage-fault.ts'
import { inSnapshot, inTransaction } from './transactions.ts'
import { makeFolder } from '../system/make-folder.ts'
import { renameHeld } from './atomic-file.ts'

export interface DatabaseOptions {
  readonly path: string
  /** The tables, in SQL. A file with other ones is refused and left as it is. */
  readonly schema: string
  /** FULL if a commit must survive a power cut (the journal), NORMAL for what can be read again. */
  readonly synchronous: 'FULL' | 'NORMAL'
  readonly now: () => number
  /**
   * The whole file is checked only if it was not closed in order (`noteCleanEnd`) or was touched since. A small or
   * suspect one is checked at once, another later by its opener.
   */
  readonly trustCleanEnd?: boolean
}

export interface SoundDatabase {
  readonly db: DatabaseSync
  /** False if the whole file is still to be checked. */
  readonly isChecked: boolean
}

export interface OpenDatabase extends SoundDatabase {
  /** The path to which a damaged file was moved, or null: it is reported to the person and never overwritten. */
  readonly setAside: string | null
}

/**
 * Opens a SQLite file as `openDatabase` does, but leaves a damaged one as it is.
 * @returns null if the file is damaged
 * @throws Fault `storage` when the file has other tables, or can't be opened or written.
 */
export function openUnlessDamaged(options: DatabaseOptions): SoundDatabase | null {
  try {
    if (options.path !== ':memory:') makeFolder(dirname(options.path))
    return openInTurn(options)
  } catch (error) {
    if (looksDamaged(error)) return null
    throw asStorageFault(error, options.path)
  }
}

/** Time for which the first opening waits for another process that makes the same file, in ms. */
const patience = 5_000
/** Milliseconds between two tries. */
const pauseMs = 25
const pause = new Int32Array(new SharedArrayBuffer(4))

/** SQLite waits for no lock when it makes a file one with a write-ahead log. */
function openInTurn(options: DatabaseOptions): SoundDatabase {
  const begun = process.uptime() * 1_000
  for (;;) {
    try {
      return openSound(options)
    } catch (error) {
      const isLocked = storageFaultOf(error)?.details.reason === 'locked'
      if (!isLocked || process.uptime() * 1_000 - begun > patience) throw error
      Atomics.wait(pause, 0, 0, pauseMs)
    }
  }
}

/**
 * Opens (or makes) a SQLite file in WAL mode, readable by its owner only.
 * A damaged file is moved aside under a name with the time, and a new one is begun.
 * @throws Fault `storage` when the file has other tables, or can't be opened or written.
 */
export function openDatabase(options: DatabaseOptions): OpenDatabase {
  const sound = openUnlessDamaged(options)
  if (sound !== null) return { ...sound, setAside: null }
  const setAside = `${options.path}.damaged-${new Date(options.now()).toISOString().replaceAll(':', '-')}`
  for (const suffix of ['', '-wal', '-shm'])
    if (existsSync(options.path + suffix)) renameHeld(options.path + suffix, setAside + suffix)
  clearSuspicion(options.path)
  return { ...openSound(options), setAside }
}

function openSound({ path, schema, synchronous, trustCleanEnd = false }: DatabaseOptions): SoundDatabase {
  const check = trustCleanEnd ? checkOf(path) : 'now'
  const db = new FileDatabase(path, { timeout: 5_000 })
  try {
    if (path !== ':memory:') narrow(path)
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}; PRAGMA foreign_keys = ON;`)
    if (check === 'now') checkSound(db, path)
    if (check === 'later') forgetCleanEnd(path)
    makeTables(db, schema)
    return { db, isChecked: check !== 'later' }
  } catch (error) {
    db.close()
    throw error
  }
}

/** SQLite gives the files next to a database its rights when it makes them; those of an earlier run have their own. */
function narrow(path: string): void {
  chmodSync(path, 0o600)
  for (const file of [`${path}-wal`, `${path}-shm`]) {
    try {
      chmodSync(file, 0o600)
    } catch (error) {
      // There is none, or another process has just closed its own.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    }
  }
}

const versionSchema = z.object({ user_version: z.number() })

/** Time when the whole file is to be checked; it is not needed after it was closed in order. */
function checkOf(path: string): 'now' | 'later' | 'none' {
  if (isSuspect(path)) return 'now'
  if (endedClean(path)) return 'none'
  return isSmall(path) ? 'now' : 'later'
}

function checkSound(db: DatabaseSync, path: string): void {
  // Another process may be making the tables: one of FTS5 that is made again under a check can't be opened.
  if (!inSnapshot(db, () => isSound(db))) throw new Error('database disk image is malformed')
  clearSuspicion(path)
}

/** Returns the `user_version` of a file with these tables: another text of the schema gives another number. 0 is a new file's. */
export const versionOf = (schema: string): number => crc32(schema) & 0x7f_ff_ff_ff || 1

/** The user_version of a file, or 0. */
export const savedVersion = (db: DatabaseSync): number =>
  new RowQuery(versionSchema, 'PRAGMA user_version').one(db).user_version

/**
 * Makes the tables of a schema in a new file.
 * @throws Fault `storage` if it has other ones
 */
export function makeTables(db: DatabaseSync, schema: string): void {
  if (isMade(db, schema)) return
  inTransaction(db, () => {
    // Another process may have opened the same file at the same time.
    if (isMade(db, schema)) return
    db.exec(`${schema}; PRAGMA user_version = ${versionOf(schema)}`)
  })
}

function isMade(db: DatabaseSync, schema: string): boolean {
  const saved = savedVersion(db)
  if (saved !== 0 && saved !== versionOf(schema)) throw otherVersion(db.location() ?? '')
  return saved !== 0
}

/** Names the folder: all of it is of the other version. */
const otherVersion = (path: string): Fault =>
  new Fault('storage', { reason: 'other-version', path: dirname(path) })

/**
 * Refuses the databases of a folder before any of them is opened to be written.
 * @throws Fault `storage` if one has other tables
 */
export function refuseOtherVersions(databases: readonly (readonly [path: string, schema: string])[]): void {
  for (const [path, schema] of databases) if (hasOtherVersion(path, schema)) throw otherVersion(path)
}

function hasOtherVersion(path: string, schema: string): boolean {
  const saved = versionInHeader(path)
  return saved !== 0 && saved !== versionOf(schema)
}

const headerBytes = 100
const headerStart = 'SQLite format 3\0'

/**
 * The user_version of the file's first page, read without opening the database, which would make files next to it. 0 if
 * it is still in a log, or the file can't be read. Source: sqlite.org/fileformat2.html
 */
function versionInHeader(path: string): number {
  const header = Buffer.alloc(headerBytes)
  try {
    const file = openSync(path, 'r')
    try {
      readSync(file, header, 0, headerBytes, 0)
    } finally {
      closeSync(file)
    }
  } catch {
    // Any failure is reported where the file is opened to be used.
    return 0
  }
  return header.toString('latin1', 0, headerStart.length) === headerStart ? header.readUInt32BE(60) : 0
}

function asStorageFault(error: unknown, path: string): Fault {
  if (error instanceof Fault) return error
  const known = storageFaultOf(error, path)
  if (known) return known
  return new Fault(
    'storage',
    { path, reason: error instanceof Error ? error.message : String(error) },
    { cause: error },
  )
}
