import { lstatSync, mkdirSync, readdirSync, rmdirSync, rmSync, readFileSync } from 'node:fs'
import { randomBytes, createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { codeOf } from '../../import/csv/source-file.ts'
import { lookAt, type FoundFile } from './found-files.ts'
import { ownFolder, reserveName } from './own-folder.ts'
import { renameHeld, writeFileAtomically } from '../../storage/atomic-file.ts'
import { hostname } from 'node:os'
import { machineId } from '../../batch/journal/mark-file.ts'

/** A file that another computer took and has not finished. */
export interface HeldFile {
  readonly name: string
  readonly computer: string
  readonly folder: string
  readonly since: Date
}

/** Files are held so long as a rule while they are sent, in ms: after that, it is reported. */
const usuallyHeld = 3_600_000

/**
 * Files that were taken out of the watched folder before they are read: only one rename succeeds. Each lies
 * in its own folder, so that it keeps its name: `work/COMPUTER/RANDOM/NAME`. What a crash leaves is taken up again
 * by the same computer alone: another one can't know whether it lives.
 */
export class ClaimedFiles {
  readonly #folder: string
  readonly #computer: string

  /** @param folder the watched one */
  constructor(folder: string, computer: string) {
    this.#folder = folder
    this.#computer = computer
  }

  /** @returns the file in its new place, null if it is gone: another computer took it. @throws what the system throws */
  claim({ name, path }: FoundFile): FoundFile | null {
    const place = join(this.#own(), randomBytes(8).toString('hex'))
    mkdirSync(place)
    try {
      renameHeld(path, join(place, name))
    } catch (error) {
      // A network folder may lose the answer to a renaming that it did, and ask for it once more.
      if (lstatSync(join(place, name), { throwIfNoEntry: false }) === undefined) {
        rmdirSync(place)
        if (codeOf(error) === 'ENOENT') return null
        throw error
      }
    }
    return lookAt(place, [name]).files[0] ?? this.#returned(place, name)
  }

  /** The files that this computer took and has not finished, the oldest first. */
  unfinished(): FoundFile[] {
    const own = this.#own()
    return readdirSync(own)
      .flatMap((place) => this.#at(join(own, place)))
      .sort((one, other) => one.changedAt - other.changedAt)
  }

  /** The files that other computers have held for long. */
  heldElsewhere(): HeldFile[] {
    const work = ownFolder(this.#folder, 'work')
    return foldersIn(work)
      .filter((computer) => computer !== this.#computer && !notComputers.has(computer))
      .flatMap((computer) => foldersIn(join(work, computer)).map((place) => [computer, place] as const))
      .flatMap(([computer, place]) => {
        const folder = join(work, computer, place)
        const since = lstatSync(folder, { throwIfNoEntry: false })?.mtime
        if (!since || Date.now() - since.getTime() < usuallyHeld) return []
        return namesIn(folder).map((name) => ({ name, computer, folder, since }))
      })
  }

  /** Puts a file back into the watched folder. @returns its path */
  putBack({ path, name }: Pick<FoundFile, 'path' | 'name'>): string {
    const to = reserveName(this.#folder, name, 0o600)
    try {
      renameHeld(path, to)
    } catch (error) {
      rmSync(to, { force: true })
      throw error
    }
    this.release({ path })
    return to
  }

  /** Removes the folder of a file that is no longer in it. */
  release({ path }: Pick<FoundFile, 'path'>): void {
    removeEmpty(dirname(path))
  }

  #own(): string {
    return ownFolder(ownFolder(this.#folder, 'work'), this.#computer)
  }

  #at(place: string): FoundFile[] {
    if (!lstatSync(place).isDirectory()) return []
    const names = readdirSync(place)
    if (names.length === 0) removeEmpty(place)
    const { files } = lookAt(place, names)
    for (const name of names.filter((each) => !files.some((file) => file.name === each)))
      this.#returned(place, name)
    return [...files]
  }

  /** Gives back an entry that is no file, or has a second name: it is refused there, by its name. */
  #returned(place: string, name: string): null {
    if (lstatSync(join(place, name), { throwIfNoEntry: false }))
      this.putBack({ path: join(place, name), name })
    return null
  }
}

/** Folders of `work` that hold no computer's files. */
const notComputers = new Set(['begun'])

/** The names of the folders in one; none if it is gone or can't be read. */
function foldersIn(path: string): string[] {
  return namesIn(path).filter((name) => lstatSync(join(path, name), { throwIfNoEntry: false })?.isDirectory())
}

function namesIn(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}

function removeEmpty(path: string): void {
  try {
    rmdirSync(path)
  } catch {
    // Somebody put something there: it stays.
  }
}

/** The name of a computer is that of a folder in `work`, so it must be a valid file name. */
const nameForm = /^[A-Za-z0-9-]{1,40}-[0-9a-f]{8}$/

/**
 * Name of a computer where several watch one folder: its name, for people, and a suffix that is this data folder's on
 * this computer alone. A copy of the data folder on another computer has another end.
 */
export function computerName(dataDir: string): string {
  const path = join(dataDir, 'watch-name')
  const known = textOf(path)
  const name = nameForm.test(known) ? known : newName()
  if (name !== known) writeFileAtomically(path, name)
  return `${name}-${createHash('sha256').update(`${name} ${machineId()}`).digest('hex').slice(0, 8)}`
}

function newName(): string {
  const host = hostname()
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .slice(0, 40)
  return `${host === '' ? 'computer' : host}-${randomBytes(4).toString('hex')}`
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
