import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { RowQuery } from './row-query.ts'

/** `unchecked`: the check itself failed, which says nothing about the database. */
export type Verdict = 'sound' | 'damaged' | 'unchecked'

const checkSchema = z.object({ quick_check: z.string() })

/** True if SQLite says that the file is damaged. */
export const looksDamaged = (error: unknown): boolean =>
  error instanceof Error && /malformed|not a database|database disk image/i.test(error.message)

/** Reads the whole file. @throws what SQLite throws, apart from damage */
export function isSound(db: DatabaseSync): boolean {
  try {
    return new RowQuery(checkSchema, 'PRAGMA quick_check(1)').one(db).quick_check === 'ok'
  } catch (error) {
    if (looksDamaged(error)) return false
    throw error
  }
}

/** A file of this size is checked in about 10 ms, which is less than the start of a thread. */
const smallBytes = 2 * 1_048_576

/** True if a check costs so little that it is made at once. */
export const isSmall = (path: string): boolean =>
  ['', '-wal'].reduce((sum, suffix) => sum + sizeOf(path + suffix), 0) <= smallBytes

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** Checks a database in a thread, off the main one. Never rejects. @param entry the thread's script */
export function checkInThread(entry: URL, path: string): Promise<Verdict> {
  return new Promise((resolve) => {
    const worker = new Worker(entry, { name: 'check', workerData: path })
    let verdict: Verdict = 'unchecked'
    worker.once('message', (sound: unknown) => (verdict = sound === true ? 'sound' : 'damaged'))
    worker.once('error', () => undefined)
    worker.once('exit', () => resolve(verdict))
  })
}
