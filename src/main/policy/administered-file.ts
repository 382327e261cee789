import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** A policy is a few lines. */
const mostBytes = 1_000_000

export type AdministeredFile =
  | { readonly kind: 'absent' }
  | { readonly kind: 'bytes'; readonly path: string; readonly bytes: Uint8Array }
  /** Others than the administrator may write `place`. */
  | { readonly kind: 'open'; readonly place: string }
  | { readonly kind: 'failed'; readonly reason: string }

/**
 * Reads a file that only an administrator may have written: file and folder belong to `owner`, and neither a group nor
 * others may write them. If it is a link, both hold for where it leads, too.
 */
export function administeredFile(path: string, owner: number): AdministeredFile {
  try {
    const real = realpathSync(path)
    const places = new Set([dirname(path), dirname(real), real])
    for (const place of places) if (!isClosed(place, owner)) return { kind: 'open', place }
    const stat = statSync(real)
    // A pipe would be waited for, a device never ends.
    if (!stat.isFile()) return { kind: 'failed', reason: stat.isDirectory() ? 'EISDIR' : 'EFTYPE' }
    if (stat.size > mostBytes) return { kind: 'failed', reason: 'EFBIG' }
    return { kind: 'bytes', path: real, bytes: readFileSync(real) }
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    const isNoEntry = reason === 'ENOENT' || reason === 'ENOTDIR'
    if (isNoEntry && !leadsNowhere(path)) return { kind: 'absent' }
    const folder = dirname(path)
    return existsSync(folder) && !isClosed(folder, owner)
      ? { kind: 'open', place: folder }
      : { kind: 'failed', reason }
  }
}

/** True if the file or its folder is a link to a missing place: there was a decision, but its content is unknown. */
const leadsNowhere = (path: string): boolean =>
  isLink(path) || (isLink(dirname(path)) && !existsSync(dirname(path)))

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink()
  } catch {
    return false
  }
}

function isClosed(place: string, owner: number): boolean {
  const { uid, mode } = statSync(place)
  return uid === owner && (mode & 0o022) === 0
}
