import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Makes a folder and those around it that are missing, for their owner only. Node's own `recursive` never ends where the
 * system makes no folder, as in /proc.
 * @throws what the file system throws
 */
export function makeFolder(path: string): void {
  const folder = resolve(path)
  const around = dirname(folder)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isMissing || around === folder || isFolder(around)) throw error
    makeFolder(around)
    makeFolder(folder)
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
