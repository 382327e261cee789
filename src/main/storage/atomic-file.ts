import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { renameHeld } from './rename.ts'

/**
 * Where a file is written until it is whole: beside it, under a name that nobody can guess, and so can't have put a link
 * or a file of their own at. It is opened with `wx`, which takes nothing that is there.
 */
export const draftBeside = (path: string): string =>
  join(dirname(path), `.forecourt-${randomBytes(8).toString('hex')}.tmp`)

/**
 * Replaces a file, readable by its owner only: a reader, even after a power cut, sees the old text or the new
 * one, never a part. A link stays a link to the file that is replaced. Throws what the file system throws and leaves the old file then.
 */
export function writeFileAtomically(path: string, text: string): void {
  const target = existing(path)
  const draft = draftBeside(target)
  try {
    writeAndSync(draft, text)
    renameHeld(draft, target)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
  syncDirectory(dirname(target))
}

function existing(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
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
