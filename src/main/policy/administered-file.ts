import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** A policy is a few lines. */
const mostBytes = 1_000_000

export type AdministeredFile =
  | { readonly kind: 'absent' }
  | { readonly kind: 'text'; readonly path: string; readonly text: string }
  /** Others than the administrator may write `place`. */
  | { readonly kind: 'open'; readonly place: string }
  | { readonly kind: 'failed'; readonly reason: string }

/**
 * Reads a file that only an administrator may have written: the file and its folder belong to `owner`, and neither a group nor
 * others may write them. If it is a link, both hold for where it leads, too.
 */
export function administeredFile(path: string, owner: number): AdministeredFile {
  try {
    const real = realpathSync(path)
    const places = new Set([dirname(path), dirname(real), real])
    for (const place of places) if (!isClosed(place, owner)) return { kind: 'open', place }
    const { size } = statSync(real)
    if (size > mostBytes) return { kind: 'failed', reason: 'EFBIG' }
    return { kind: 'text', path: real, text: readFileSync(real, 'utf8') }
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    // A folder that isn't there has no policy in it.
    return reason === 'ENOENT' || reason === 'ENOTDIR' ? { kind: 'absent' } : { kind: 'failed', reason }
  }
}

function isClosed(place: string, owner: number): boolean {
  const { uid, mode } = statSync(place)
  return uid === owner && (mode & 0o022) === 0
}
