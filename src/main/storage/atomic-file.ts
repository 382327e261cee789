import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Replaces a file, readable by its owner only: a reader, even after a power cut, sees the old text or the new
 * one, never a part. Throws what the file system throws and leaves the old file then.
 */
export function writeFileAtomically(path: string, text: string): void {
  const draft = `${path}.${process.pid}.tmp`
  try {
    // A draft left by a killed process of the same number may have other rights; `wx` never writes into a found file.
    rmSync(draft, { force: true })
    writeAndSync(draft, text)
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
  syncDirectory(dirname(path))
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
