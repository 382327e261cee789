import { createHash, randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { parseBaseUrl, type Connection } from '../../http/connection.ts'
import { foundFile, newFile, ownFolder } from './own-folder.ts'
import { renameHeld } from '../../storage/atomic-file.ts'

const noteSchema = z.object({ name: z.string(), at: z.string() })

/** Computer that began to import a content, and as what. */
export interface Beginning extends z.infer<typeof noteSchema> {
  readonly computer: string
  /** Marker file: as long as it is there, no other computer imports the content. */
  readonly marker: string
}

/**
 * Contents that computers have begun to import, in the watched folder itself. Each has a folder in `work/begun`, made
 * whole under another name and renamed, which only the first can do.
 */
export class BegunContents {
  readonly #folder: string
  readonly #computer: string
  readonly #account: string

  /** @param folder the watched one. Computers name accounts as they like: what counts is the service and the user. */
  constructor(folder: string, computer: string, { baseUrl, userId }: Pick<Connection, 'baseUrl' | 'userId'>) {
    this.#folder = folder
    this.#computer = computer
    const { origin, prefix } = parseBaseUrl(baseUrl)
    const account = `${origin.href} ${prefix} ${userId}`
    this.#account = createHash('sha256').update(account).digest('hex').slice(0, 16)
  }

  /** Notes that this computer imports the content; on the disk when this returns. @returns who else did before, or null */
  begin(sha256: string, { name, at }: z.infer<typeof noteSchema>): Beginning | null {
    const marker = this.#marker(sha256)
    const draft = join(
      ownFolder(ownFolder(this.#folder, 'work'), 'begun'),
      `.${randomBytes(8).toString('hex')}`,
    )
    mkdirSync(draft)
    try {
      writeAndSync(join(draft, this.#computer), JSON.stringify({ name, at }))
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
    const begun = ownFolder(ownFolder(this.#folder, 'work'), 'begun')
    return join(begun, `${sha256}.${this.#account}`)
  }
}

function writeAndSync(path: string, text: string): void {
  const fd = openSync(path, newFile, 0o644)
  try {
    writeFileSync(fd, text)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** Null if there is no marker. One that says nothing is somebody's all the same. */
function beginningAt(marker: string): Beginning | null {
  try {
    const [computer = '?'] = readdirSync(marker)
    return { computer, marker, ...noteAt(join(marker, computer)) }
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT'
      ? null
      : { computer: '?', marker, name: basename(marker), at: '?' }
  }
}

/** A few bytes are enough: what is longer was not written here. */
function noteAt(path: string): z.infer<typeof noteSchema> {
  const fd = openSync(path, foundFile)
  try {
    return noteSchema.parse(JSON.parse(readFileSync(fd, 'utf8').slice(0, 4_096)))
  } finally {
    closeSync(fd)
  }
}
