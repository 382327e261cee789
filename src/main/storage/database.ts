import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { FileDatabase } from './file-database.ts'
import { z } from 'zod'
import { Fault } from '#shared/bridge/failure.ts'
import { clearSuspicion, endedClean, forgetCleanEnd, isSuspect } from './clean-end.ts'
import { isSmall, isSound, looksDamaged } from './database-check.ts'
import { RowQuery } from './row-query.ts'
import { storageFaultOf } from './storage-fault.ts'
import { inSnapshot, inTransaction } from './transactions.ts'

/**
 * The tables of a database as they are now, in SQL. A file of the version before is brought to them by `step`; one of any
 * other version is refused and left as it is.
 */
export interface Schema {
  /** The user_version of a file with these tables. */
  readonly version: number
  readonly sql: string
  readonly step?: string
}

export interface DatabaseOptions {
  readonly path: string
  readonly schema: Schema
  /** FULL if a commit must survive a power cut (the journal), NORMAL for what can be read again. */
  readonly synchronous: 'FULL' | 'NORMAL'
  readonly now: () => number
  /**
   * The whole file is checked only if it was not closed in order (`noteCleanEnd`) or was touched since; and at once only
   * if it is small or suspect, else it is checked later by what opened it.
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
 * @throws Fault `storage` when the file is of a newer app, or can't be opened or written.
 */
export function openUnlessDamaged(options: DatabaseOptions): SoundDatabase | null {
  try {
    if (options.path !== ':memory:') mkdirSync(dirname(options.path), { recursive: true, mode: 0o700 })
    return openInTurn(options)
  } catch (error) {
    if (looksDamaged(error)) return null
    throw asStorageFault(error, options.path)
  }
}

/** How long the first opening waits for another process that makes the same file, in ms. */
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
 * Opens (or makes) a SQLite file in WAL mode, readable by its owner only, and brings it to the newest version.
 * A damaged file is moved aside under a name with the time, and a new one is begun.
 * @throws Fault `storage` when the file is of a newer app, or can't be opened or written.
 */
export function openDatabase(options: DatabaseOptions): OpenDatabase {
  const sound = openUnlessDamaged(options)
  if (sound !== null) return { ...sound, setAside: null }
  const setAside = `${options.path}.damaged-${new Date(options.now()).toISOString().replaceAll(':', '-')}`
  for (const suffix of ['', '-wal', '-shm'])
    if (existsSync(options.path + suffix)) renameSync(options.path + suffix, setAside + suffix)
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
    migrate(db, schema)
    return { db, isChecked: check !== 'later' }
  } catch (error) {
    db.close()
    throw error
  }
}

/** SQLite gives the files beside a database its rights when it makes them; those of an earlier run have their own. */
function narrow(path: string): void {
  chmodSync(path, 0o600)
  for (const beside of [`${path}-wal`, `${path}-shm`]) {
    try {
      chmodSync(beside, 0o600)
    } catch (error) {
      // There is none, or another process has just closed its own.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    }
  }
}

const versionSchema = z.object({ user_version: z.number() })

/** When the whole file is to be checked; it is not needed after it was closed in order. */
function checkOf(path: string): 'now' | 'later' | 'none' {
  if (isSuspect(path)) return 'now'
  if (endedClean(path)) return 'none'
  return isSmall(path) ? 'now' : 'later'
}

function checkSound(db: DatabaseSync, path: string): void {
  // Another process may be at the steps: a table of FTS5 that is made again under a check can't be opened.
  if (!inSnapshot(db, () => isSound(db))) throw new Error('database disk image is malformed')
  clearSuspicion(path)
}

const versionOf = (db: DatabaseSync): number =>
  new RowQuery(db, versionSchema, 'PRAGMA user_version').one().user_version

/**
 * Makes the tables of a schema in a new file, or brings one of the version before to it.
 * @throws Fault `storage` if it is of a newer app, or of one that is too old
 */
export function migrate(db: DatabaseSync, schema: Schema): void {
  if (versionOf(db) !== schema.version) takeStep(db, schema)
}

function takeStep(db: DatabaseSync, schema: Schema): void {
  inTransaction(db, () => {
    // Another process may have opened the same file at the same time.
    const found = versionOf(db)
    if (found === schema.version) return
    refuse(db, schema)
    db.exec(found === 0 ? schema.sql : (schema.step ?? ''))
    db.exec(`PRAGMA user_version = ${schema.version}`)
  })
}

function refuse(db: DatabaseSync, { version, step }: Schema): void {
  const found = versionOf(db)
  if (found > version) throw new Fault('storage', { reason: 'newer-version' })
  if (found === 0 || found === version) return
  if (found < version - 1 || step === undefined) throw new Fault('storage', { reason: 'older-version' })
}

/**
 * Refuses the databases of a folder before any of them is changed: the version before could not open a folder of which a
 * part is of this one.
 * @throws Fault `storage`
 */
export function refuseVersions(databases: readonly (readonly [path: string, schema: Schema])[]): void {
  for (const [path, schema] of databases) if (existsSync(path)) refuseVersion(path, schema)
}

/** The user_version as the file's first page has it: a log beside it may have another one. Source: sqlite.org/fileformat2.html */
export function versionInHeader(path: string): number {
  const bytes = Buffer.alloc(4)
  const file = openSync(path, 'r')
  try {
    return readSync(file, bytes, 0, bytes.length, 60) === bytes.length ? bytes.readUInt32BE() : 0
  } finally {
    closeSync(file)
  }
}

function refuseVersion(path: string, schema: Schema): void {
  // A file that is opened, if only to be read, is no longer as it was when it was closed in order.
  try {
    if (versionInHeader(path) === schema.version) return
    using db = new FileDatabase(path, { readOnly: true, timeout: 5_000 })
    inSnapshot(db, () => {
      refuse(db, schema)
      return null
    })
  } catch (error) {
    // Any other failure is reported where the file is opened to be used.
    if (error instanceof Fault) throw error
  }
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
