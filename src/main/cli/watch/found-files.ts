import { lstatSync, type Stats } from 'node:fs'
import { join } from 'node:path'

export interface FoundFile {
  readonly name: string
  readonly path: string
  readonly bytes: number
  readonly changedAt: number
  /** Rights to read and write it. */
  readonly mode: number
  /** The same as long as it is the same file with the same content. */
  readonly state: string
}

/**
 * Files that are never imported. A link or a second name may stand for a file that the folder's owner can't read. A
 * name that is no UTF-8 opens nothing.
 */
export type RefusedKind = 'link' | 'second-name' | 'no-file' | 'bad-name'

export interface RefusedFile {
  readonly name: string
  readonly kind: RefusedKind
  readonly state: string
}

export interface Found {
  readonly files: readonly FoundFile[]
  readonly refused: readonly RefusedFile[]
}

/** Looks at files by their names, without opening or following any; the oldest first. */
export function lookAt(folder: string, names: readonly string[]): Found {
  const files: FoundFile[] = []
  const refused: RefusedFile[] = []
  for (const name of names) {
    const path = join(folder, name)
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (!stat) {
      // A name that is no UTF-8 is read with marks in the place of its bytes, and nothing is there under that name.
      if (name.includes('\uFFFD')) refused.push({ name, kind: 'bad-name', state: `${name} bad-name` })
      continue
    }
    const kind = refusedKind(stat)
    const state = `${name} ${stat.ino} ${stat.size} ${stat.mtimeMs}`
    if (kind === null)
      files.push({ name, path, bytes: stat.size, changedAt: stat.mtimeMs, mode: stat.mode & 0o666, state })
    else refused.push({ name, kind, state: `${state} ${kind}` })
  }
  files.sort((one, other) => one.changedAt - other.changedAt || (one.name < other.name ? -1 : 1))
  return { files, refused }
}

/** Null if it is a file with one name. */
export function refusedKind(stat: Stats): RefusedKind | null {
  if (stat.isSymbolicLink()) return 'link'
  if (!stat.isFile()) return 'no-file'
  return stat.nlink > 1 ? 'second-name' : null
}
