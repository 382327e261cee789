import {
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  closeSync,
  fchmodSync,
  createReadStream,
  existsSync,
  rmSync,
} from 'node:fs'
import { join, parse } from 'node:path'
import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { codeOf, asFileFault } from '../../import/csv/source-file.ts'
import { storageFaultOf } from '../../storage/storage-fault.ts'
import { visibleLine } from '../../words/visible.ts'
import { saveChunks } from '../save-file.ts'
import { renameHeld } from '../../storage/atomic-file.ts'

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

/** A file of a watched folder, with the rights to read and write it. */
export interface FolderFile {
  readonly name: string
  readonly path: string
  readonly mode: number
}

/** Folder for an imported file, or for the reports of one that was only checked. */
export type Outcome = 'done' | 'failed' | 'checked'

/**
 * The folders of what was imported. A name is taken by an empty file first. Nothing that is there is replaced, even if
 * somebody puts a file there at the same time, and nothing is written through a link.
 */
export class OutcomeFolders {
  readonly #folder: string

  /** @param folder the watched one */
  constructor(folder: string) {
    this.#folder = folder
  }

  /** Moves a file. @returns its new path. @throws Faults of the file and of the folder */
  move({ path, name, mode }: FolderFile, outcome: Outcome): string {
    const to = this.#reserve(outcome, name, mode)
    try {
      renameHeld(path, to)
      return to
    } catch (error) {
      rmSync(to, { force: true })
      throw asFileFault(error, name)
    }
  }

  /** Saves what was imported of a file that has changed since. @returns its path */
  async saveCopy(copy: string, { name, mode }: FolderFile, outcome: Outcome): Promise<string> {
    const to = this.#reserve(outcome, name, mode)
    await saveChunks(to, createReadStream(copy))
    return to
  }

  /**
   * Saves the messages about a file and the report of its rows, if there is one, readable by those who may read the
   * file.
   * @param report the path of the report until now
   * @returns its path, null if there is none
   */
  async saveReports(
    { name, mode }: FolderFile,
    outcome: Outcome,
    { words, report }: { readonly words: readonly string[]; readonly report: string },
  ): Promise<string | null> {
    if (words.length > 0) {
      const text = words.map((line) => `${visibleLine(line)}\n`).join('')
      await saveChunks(this.#reserve(outcome, `${name}.report.txt`, mode), [Buffer.from(text)])
    }
    if (!existsSync(report)) return null
    const to = this.#reserve(outcome, `${name}.report.csv`, mode)
    await saveChunks(to, createReadStream(report))
    return to
  }

  #reserve(outcome: Outcome, name: string, mode: number): string {
    return reserveName(ownFolder(this.#folder, outcome), name, mode)
  }
}
