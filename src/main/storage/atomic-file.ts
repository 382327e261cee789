import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  promises,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { randomBytes } from 'node:crypto'
import { dirname, isAbsolute } from 'node:path'
import { Fault } from '#shared/bridge/failure.ts'

/** Codes for a file that a virus scanner or an indexer still holds, which is over in a moment. */
const passing: readonly unknown[] = ['EPERM', 'EACCES', 'EBUSY']
/** About a second in all, in ms. */
const pauses = [10, 20, 50, 100, 200, 300, 320]
const pause = new Int32Array(new SharedArrayBuffer(4))

const isPassing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && passing.includes(error.code)

/** Renames a file; what another program may hold for a moment is tried again. @throws what the file system throws last */
export function renameHeld(from: string, to: string): void {
  for (const ms of pauses)
    try {
      renameSync(from, to)
      return
    } catch (error) {
      if (!isPassing(error)) throw error
      Atomics.wait(pause, 0, 0, ms)
    }
  renameSync(from, to)
}

/** The same without holding the thread meanwhile. */
export async function renameHeldLater(from: string, to: string): Promise<void> {
  for (const ms of pauses)
    try {
      await promises.rename(from, to)
      return
    } catch (error) {
      if (!isPassing(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, ms))
    }
  await promises.rename(from, to)
}

/**
 * Place of a file until it is whole: beside it, under a name that nobody can guess, and so can't have put a link or a
 * file at. It is opened with `wx`, which takes nothing that is there.
 */
export const draftNextTo = (path: string): string =>
  `${dirname(path)}/.forecourt-${randomBytes(8).toString('hex')}.tmp`

/**
 * Replaces a file, readable by its owner only. A reader, even after a power cut, sees the old text or the new one,
 * never a part. A link stays a link to the file that is replaced. Throws what the file system throws and leaves the old
 * file then; Fault `storage`, reason `not-saved`, if the link leads into a folder that isn't there.
 */
export function writeFileAtomically(path: string, text: string): void {
  const target = linkedPlace(path)
  const draft = draftNextTo(target)
  try {
    writeAndSync(draft, text)
    renameHeld(draft, target)
  } catch (error) {
    rmSync(draft, { force: true })
    // The draft's name says nothing to a person.
    if (error instanceof Error && 'path' in error && error.path === draft) error.path = target
    if (target !== path && !existsSync(dirname(target)))
      throw new Fault('storage', { path: target, reason: 'not-saved' }, { cause: error })
    throw error
  }
  syncDirectory(dirname(target))
}

/** Place that links lead to, as the system finds it: behind a linked folder `..` is not what is written before it. */
export function linkedPlace(path: string): string {
  try {
    return realpathSync.native(path)
  } catch (error) {
    const link = error instanceof Error && 'code' in error && error.code === 'ENOENT' ? linkAt(path) : null
    return link === null
      ? path
      : linkedPlace(isAbsolute(link) ? link : `${realpathSync.native(dirname(path))}/${link}`)
  }
}

function linkAt(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    return null
  }
}

function writeAndSync(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeFileSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** The rename itself is durable only when its directory is; Windows opens no directory for that. */
export function syncDirectory(path: string): void {
  if (process.platform === 'win32') return
  const directory = openSync(path, 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}
