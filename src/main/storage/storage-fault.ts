import { z } from 'zod'
import { Fault } from '#shared/bridge/failure.ts'

/** Codes of the file system, and SQLite's primary result codes (https://sqlite.org/rescode.html). */
const full: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG', 13]
const readOnly: readonly unknown[] = ['EROFS', 'EACCES', 'EPERM', 8]
/** Another program holds the file for longer than is waited for: SQLITE_BUSY and SQLITE_LOCKED. */
const locked: readonly unknown[] = ['EBUSY', 5, 6]
const other: readonly unknown[] = ['EIO', 'EMFILE', 'ENFILE', 'ENOTDIR', 10, 11, 14, 26]

/** An error of the disk as a Fault `storage`; null for any other error. @param path shown if the error names none */
export function storageFaultOf(error: unknown, path?: string): Fault | null {
  if (!(error instanceof Error)) return null
  // What the service answers and a person asks is parsed elsewhere: here it is a saved record that isn't as it was written.
  if (error instanceof z.ZodError) return new Fault('storage', unreadable(error, path), { cause: error })
  const codes = codesOf(error)
  const named = 'path' in error && typeof error.path === 'string' ? error.path : path
  const details = { ...(named === undefined ? {} : { path: named }) }
  const has = (known: readonly unknown[]): boolean => codes.some((code) => known.includes(code))
  if (has(full)) return new Fault('storage', { ...details, reason: 'full' }, { cause: error })
  if (has(readOnly)) return new Fault('storage', { ...details, reason: 'read-only' }, { cause: error })
  if (has(locked)) return new Fault('storage', { ...details, reason: 'locked' }, { cause: error })
  if (has(['ENAMETOOLONG']))
    return new Fault('storage', { ...details, reason: 'path-too-long' }, { cause: error })
  return has(other) ? new Fault('storage', { ...details, reason: error.message }, { cause: error }) : null
}

const unreadable = (error: z.ZodError, path: string | undefined): { reason: string; path: string } => ({
  reason: 'row-unreadable',
  path: path ?? error.issues[0]?.path.join('.') ?? '',
})

/** SQLite's extended codes have the primary one in their lowest byte. */
function codesOf(error: Error): unknown[] {
  // Node answers ENOENT if it can't make a folder on a read-only disk.
  const unmade = 'syscall' in error && error.syscall === 'mkdir' && 'code' in error && error.code === 'ENOENT'
  const system = unmade ? ['EROFS'] : 'code' in error ? [error.code] : []
  const sqlite = 'errcode' in error && typeof error.errcode === 'number' ? [error.errcode & 0xff] : []
  return [...system, ...sqlite]
}
