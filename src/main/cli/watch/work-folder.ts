import { createHash, randomBytes } from 'node:crypto'
import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { m } from '#shared/i18n/generated/messages.js'
import { machineId } from '../../batch/journal/mark-file.ts'
import { parseBaseUrl, type Connection } from '../../http/connection.ts'
import { codeOf } from '../../import/csv/source-file.ts'
import { renameHeld, writeFileAtomically } from '../../storage/atomic-file.ts'
import { foundFile, ownFolder, reserveName } from './own-folders.ts'
import { lookAt, type FoundFile, type RefusedFile } from './watched-folder.ts'

const noteSchema = z.object({ name: z.string(), at: z.string() })

/** Computer that began to import a content, and as what. */
export interface Beginning extends z.infer<typeof noteSchema> {
  readonly computer: string
  /** As long as it is there, no other computer imports the content. */
  readonly marker: string
}

/** Files are held so long as a rule while they are sent, in ms: after that, it is reported. */
const usuallyHeld = 3_600_000

/**
 * The folder `work` of a watched folder, in which computers take files and note contents, so that each is sent once.
 *
 * A file is taken before it is read, by a rename that only one computer can do, to `COMPUTER/RANDOM/NAME`. What a crash
 * leaves there is taken up again by the same computer alone: another one can't know whether it lives. A content that is
 * imported has a folder in `begun`, made whole under another name and renamed, which only the first can do.
 */
export class WorkFolder {
  readonly #folder: string
  readonly #computer: string
  readonly #account: string

  /**
   * @param folder the watched one
   * @param dataDir the data folder, which has the computer's name
   * @param account Computers name accounts as they like: what counts is the service and the user.
   */
  constructor(folder: string, dataDir: string, { baseUrl, userId }: Pick<Connection, 'baseUrl' | 'userId'>) {
    this.#folder = folder
    this.#computer = computerName(dataDir)
    const { origin, prefix } = parseBaseUrl(baseUrl)
    this.#account = digest(`${origin.href} ${prefix} ${userId}`).slice(0, 16)
  }

  /** @returns the file in its new place, null if it is gone: another computer took it. @throws what the system throws */
  claim({ name, path }: FoundFile): FoundFile | null {
    const place = join(this.#own('work', this.#computer), randomName())
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
    return this.#filesIn(place)[0] ?? null
  }

  /** The files that this computer took and has not finished, the oldest first. */
  left(): FoundFile[] {
    const own = this.#own('work', this.#computer)
    return foldersIn(own)
      .flatMap((place) => this.#filesIn(join(own, place)))
      .sort((one, other) => one.changedAt - other.changedAt)
  }

  /** The files that other computers have held for long. */
  heldElsewhere(): RefusedFile[] {
    const work = this.#own('work')
    return foldersIn(work)
      .filter((computer) => computer !== this.#computer && computer !== 'begun')
      .flatMap((computer) => foldersIn(join(work, computer)).map((place) => [computer, place] as const))
      .flatMap(([computer, place]) => {
        const folder = join(work, computer, place)
        const since = lstatSync(folder, { throwIfNoEntry: false })?.mtime
        if (!since || Date.now() - since.getTime() < usuallyHeld) return []
        const at = since.toISOString()
        return namesIn(folder).map((file) => ({
          state: `${folder} ${file}`,
          words: m.cli_watch_elsewhere({ file, computer, folder, at }),
        }))
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

  /** Notes that this computer imports the content; on the disk when this returns. @returns who else did before, or null */
  begin(sha256: string, note: z.infer<typeof noteSchema>): Beginning | null {
    const marker = this.#marker(sha256)
    const draft = join(dirname(marker), `.${randomName()}`)
    mkdirSync(draft)
    try {
      const options = { flag: 'wx', mode: 0o644, flush: true } as const
      writeFileSync(join(draft, this.#computer), JSON.stringify(note), options)
      renameHeld(draft, marker)
      return null
    } catch (error) {
      rmSync(draft, { recursive: true, force: true })
      const first = beginningAt(marker)
      if (first === null) throw error
      return first.computer === this.#computer ? null : first
    }
  }

  /** Nothing of it was sent: any computer may take it. */
  forget(sha256: string): void {
    const marker = this.#marker(sha256)
    if (beginningAt(marker)?.computer === this.#computer) rmSync(marker, { recursive: true, force: true })
  }

  #marker(sha256: string): string {
    return join(this.#own('work', 'begun'), `${sha256}.${this.#account}`)
  }

  #own(...names: readonly string[]): string {
    return names.reduce(ownFolder, this.#folder)
  }

  /** An entry that is no file, or has a second name, is given back: it is refused there, by its name. */
  #filesIn(place: string): readonly FoundFile[] {
    const names = namesIn(place)
    if (names.length === 0) removeEmpty(place)
    const { files } = lookAt(place, names)
    for (const name of names) {
      const path = join(place, name)
      const isTaken = files.some((file) => file.name === name)
      if (!isTaken && lstatSync(path, { throwIfNoEntry: false })) this.putBack({ path, name })
    }
    return files
  }
}

/** Null if there is no marker. One that says nothing is somebody's all the same. */
function beginningAt(marker: string): Beginning | null {
  try {
    const [computer = '?'] = readdirSync(marker)
    return { computer, marker, ...noteAt(join(marker, computer)) }
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? null : { computer: '?', marker, name: basename(marker), at: '?' }
  }
}

/** A few bytes are enough: what is longer was not written here. */
function noteAt(path: string): z.infer<typeof noteSchema> {
  const file = openSync(path, foundFile)
  try {
    return noteSchema.parse(JSON.parse(readFileSync(file, 'utf8').slice(0, 4_096)))
  } finally {
    closeSync(file)
  }
}

/** The names of the folders in one; none if it is gone or can't be read. */
const foldersIn = (path: string): string[] =>
  namesIn(path).filter((name) => lstatSync(join(path, name), { throwIfNoEntry: false })?.isDirectory())

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

const randomName = (bytes = 8): string => randomBytes(bytes).toString('hex')

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The name of a computer is that of a folder in `work`, so it must be a valid file name. */
const nameForm = /^[A-Za-z0-9-]{1,40}-[0-9a-f]{8}$/

/**
 * Name of a computer where several watch one folder: its name, for people, and a suffix that is this data folder's on
 * this computer alone. A copy of the data folder on another computer has another end.
 */
function computerName(dataDir: string): string {
  const path = join(dataDir, 'watch-name')
  const known = textOf(path)
  const name = nameForm.test(known) ? known : newName()
  if (name !== known) writeFileAtomically(path, name)
  return `${name}-${digest(`${name} ${machineId()}`).slice(0, 8)}`
}

function newName(): string {
  const host = hostname()
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .slice(0, 40)
  return `${host === '' ? 'computer' : host}-${randomName(4)}`
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
