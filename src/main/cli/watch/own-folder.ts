import { constants, lstatSync, mkdirSync, openSync, closeSync, fchmodSync } from 'node:fs'
import { join, parse } from 'node:path'
import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { codeOf } from '../../import/csv/source-file.ts'
import { storageFaultOf } from '../../storage/storage-fault.ts'

/** Never an existing file, never through a link; Windows knows no flag for the second, and needs none for the first. */
export const newFile = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | orNone('O_NOFOLLOW')

/** For what somebody else put there: never through a link, and without waiting for the other end of a pipe. */
export const foundFile = constants.O_RDONLY | orNone('O_NOFOLLOW') | orNone('O_NONBLOCK')

function orNone(flag: 'O_NOFOLLOW' | 'O_NONBLOCK'): number {
  return (constants as Partial<typeof constants>)[flag] ?? 0
}

/** A name of a file has at most so many bytes on the usual disks; the reports of a file add to its name. */
const longestName = 255

/** @throws Fault `usage` with the path, if there is something else than a folder */
export function refuseOtherThanFolder(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found && !found.isDirectory()) throw new Fault('usage', { reason: m.cli_watch_folder_link({ path }) })
}

/** A folder inside of another, made if it is missing. @returns its path. @throws Faults `usage` and `storage` */
export function ownFolder(inside: string, name: string): string {
  const path = join(inside, name)
  try {
    mkdirSync(path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw storageFaultOf(error, path) ?? error
  }
  refuseOtherThanFolder(path)
  return path
}

/**
 * Takes a name in a folder by an empty file, exclusively. If the name is taken, it gets a number.
 * @param mode the rights of the file
 * @returns its path
 */
export function reserveName(folder: string, name: string, mode: number): string {
  const { name: stem, ext } = parse(name)
  for (let count = 1; ; count++) {
    const path = join(folder, fitting(stem, count === 1 ? ext : ` (${count})${ext}`))
    try {
      const fd = openSync(path, newFile, mode)
      fchmodSync(fd, mode)
      closeSync(fd)
      return path
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw storageFaultOf(error, path) ?? error
    }
  }
}

/** A name within the disk's limit: its end, which shows the kind of file, stays. */
function fitting(stem: string, end: string): string {
  let kept = [...stem]
  while (kept.length > 1 && Buffer.byteLength(kept.join('') + end) > longestName) kept = kept.slice(0, -1)
  return kept.join('') + end
}
