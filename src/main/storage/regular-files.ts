import { type Stats, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Fault } from '#shared/bridge/failure.ts'
import { readable } from './readable.ts'

/** Files that the app reads, by the folder of the data folder in which they lie. */
const readNames: Readonly<Record<string, RegExp>> = {
  '': /^(?:(?:settings|team)\.json|journal\.mark|engine\.lock|watch-name|watched\.jsonl)$|\.db(?:[-.]|$)/,
  logs: /^forecourt\.log$/,
  drafts: /\.(?:left|changes)$/,
  sandbox: /^(?:port|running\.json)$|\.db(?:[-.]|$)/,
}

/**
 * Refuses a data folder in which a file's place is taken: a pipe would be waited for without an end, and a device never ends.
 * @throws Fault `storage` with its path, reason `no-file`, or `is-folder` for a folder among files
 */
export function refuseOtherThanFiles(dataDir: string): void {
  for (const [folder, isRead] of Object.entries(readNames))
    for (const name of namesIn(join(dataDir, folder)))
      if (isRead.test(name)) refuseOtherThanFile(join(dataDir, folder, name), folder !== '')
}

/** The same of one file, whose place may be taken while the app runs. */
export function refuseOtherThanFile(path: string, isAmongFiles = false): void {
  const stat = statOf(path)
  if (stat?.isFIFO() || stat?.isCharacterDevice() || stat?.isBlockDevice())
    throw new Fault('storage', { path, reason: 'no-file' })
  if (isAmongFiles && stat?.isDirectory()) throw new Fault('storage', { path, reason: 'is-folder' })
}

// What else is wrong with a file or a folder is said where it is opened.
const statOf = (path: string): Stats | undefined => readable(() => statSync(path), undefined)
const namesIn = (folder: string): string[] => readable(() => readdirSync(folder), [])
