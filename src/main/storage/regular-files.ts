import { type Stats, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Fault } from '#shared/bridge/failure.ts'
import { readable } from './readable.ts'

/** Folders of a data folder in which the app reads files by their names and makes no folders. */
const foldersOfFiles = ['logs', 'drafts', 'sandbox']

/**
 * Refuses a data folder in which a file's place is taken: a pipe would be waited for without an end, and a device never ends.
 * @throws Fault `storage` with its path, reason `no-file`, or `is-folder` for a folder among files
 */
export function refuseOtherThanFiles(dataDir: string): void {
  for (const name of namesIn(dataDir)) refuse(join(dataDir, name), false)
  for (const folder of foldersOfFiles)
    for (const name of namesIn(join(dataDir, folder))) refuse(join(dataDir, folder, name), true)
}

function refuse(path: string, isAmongFiles: boolean): void {
  const stat = statOf(path)
  if (stat?.isFIFO() || stat?.isCharacterDevice() || stat?.isBlockDevice())
    throw new Fault('storage', { path, reason: 'no-file' })
  if (isAmongFiles && stat?.isDirectory()) throw new Fault('storage', { path, reason: 'is-folder' })
}

// What else is wrong with a file or a folder is said where it is opened.
const statOf = (path: string): Stats | undefined => readable(() => statSync(path), undefined)
const namesIn = (folder: string): string[] => readable(() => readdirSync(folder), [])
