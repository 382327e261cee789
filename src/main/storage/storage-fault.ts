import { existsSync, statSync, statfsSync } from 'node:fs'
import { Fault } from '#shared/bridge/failure.ts'
import { tmpdir } from 'node:os'
import { dirname, resolve } from 'node:path'

/** Less than this can't be written to, in bytes: SQLite lengthens its files by 32 KiB. */
const least = 65_536

/** True if the disk on which the path is, or would be, has no room. */
function isFull(path: string): boolean {
  const found = nearest(path, (each) => statfsSync(each))
  return found !== null && found.bavail * found.bsize < least
}

/** The folder at which the disk of the path begins: `/`, `/media/usb`, `C:\\`. */
function diskOf(path: string): string {
  const device = nearest(path, (each) => statSync(each).dev)
  let root = resolve(path)
  while (dirname(root) !== root && nearest(dirname(root), (each) => statSync(each).dev) === device)
    root = dirname(root)
  return root
}

/** Answer of `read` for the path, or of the nearest folder above it that exists. */
function nearest<Value>(path: string, read: (path: string) => Value): Value | null {
  for (let place = resolve(path); ; place = dirname(place)) {
    try {
      return read(place)
    } catch {
      if (dirname(place) === place) return null
    }
  }
}

/** Codes of the file system, and SQLite's primary result codes (https://sqlite.org/rescode.html). */
const full: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG', 13]
const readOnly: readonly unknown[] = ['EROFS', 'EACCES', 'EPERM', 8]
/** SQLite has waited for another program's lock (5 s, as the databases are opened), or it waits for none. */
const locked: readonly unknown[] = ['EBUSY', 5, 6]
const other: readonly unknown[] = ['EIO', 'EMFILE', 'ENFILE', 'ENOTDIR', 'EEXIST', 'EISDIR', 10, 11, 14, 26]
/** SQLite says so too if it can't make or lengthen one of its files. */
const maybeFull: readonly unknown[] = ['EIO', 10, 14]
/** SQLite can't open a folder, either. */
const maybeFolder: readonly unknown[] = ['EISDIR', 14]
/** A refused socket is no matter of the disk. */
const ofNetwork: readonly unknown[] = ['listen', 'bind', 'connect', 'getaddrinfo']

/** SQLite opens no file whose path, with the suffix of its own files, is longer (MAX_PATHNAME of its Unix layer). */
const longestPath = 512 - '-journal'.length - 1

/** An error of the disk as a Fault `storage`; null for any other error. @param path shown if the error names none */
export function storageFaultOf(error: unknown, path?: string): Fault | null {
  if (!(error instanceof Error) || ('syscall' in error && ofNetwork.includes(error.syscall))) return null
  const codes = codesOf(error)
  // What a rename can't replace has its name, not that of the draft.
  const named =
    'dest' in error && typeof error.dest === 'string' && existsSync(error.dest)
      ? error.dest
      : 'path' in error && typeof error.path === 'string'
        ? error.path
        : path
  const details = { ...(named === undefined ? {} : { path: named }) }
  const has = (known: readonly unknown[]): boolean => codes.some((code) => known.includes(code))
  if (has(['ENAMETOOLONG']) || (has([14]) && Buffer.byteLength(named ?? '') > longestPath))
    return new Fault('storage', { ...details, reason: 'path-too-long' }, { cause: error })
  if ('syscall' in error && error.syscall === 'mkdir' && has(['EEXIST', 'ENOTDIR']))
    return new Fault('storage', { ...details, reason: 'no-folder' }, { cause: error })
  if (named !== undefined && has(maybeFolder) && statSync(named, { throwIfNoEntry: false })?.isDirectory())
    return new Fault('storage', { ...details, reason: 'is-folder' }, { cause: error })
  if (has(locked)) return new Fault('storage', { ...details, reason: 'locked' }, { cause: error })
  if (has(full) || (has(maybeFull) && named !== undefined && isFull(named)))
    return new Fault('storage', { ...fullPlace(named), reason: 'full' }, { cause: error })
  if (has(readOnly)) return new Fault('storage', { ...details, reason: 'read-only' }, { cause: error })
  return has(other) || isOfFiles(error)
    ? new Fault('storage', { ...details, reason: error.message }, { cause: error })
    : null
}

/** Node names the path of each call to the file system that failed. */
const isOfFiles = (error: Error): boolean =>
  'path' in error && 'syscall' in error && !String(error.syscall).startsWith('spawn')

/** SQLite keeps what it sorts in the folder for temporary files, which may be on another disk. */
function fullPlace(path: string | undefined): { readonly path?: string; readonly disk?: string } {
  const place = path !== undefined && !isFull(path) && isFull(tmpdir()) ? tmpdir() : path
  return place === undefined ? {} : { path: place, disk: diskOf(place) }
}

/** SQLite's extended codes have the primary one in their lowest byte. */
function codesOf(error: Error): unknown[] {
  // Node answers ENOENT if it can't make a folder on a read-only disk.
  const unmade = 'syscall' in error && error.syscall === 'mkdir' && 'code' in error && error.code === 'ENOENT'
  const system = unmade ? ['EROFS'] : 'code' in error ? [error.code] : []
  const sqlite = 'errcode' in error && typeof error.errcode === 'number' ? [error.errcode & 0xff] : []
  return [...system, ...sqlite]
}
