import { createHash, randomUUID } from 'node:crypto'
import {
  closeSync,
  fdatasyncSync,
  fsyncSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { syncDirectory, renameHeld } from '../../storage/atomic-file.ts'
import { storedJson } from '../../storage/row-query.ts'
import { homeOf, localAppData, xdgFolder } from '../../system/data-dir.ts'
import { makeFolder } from '../../system/make-folder.ts'

/** The file next to the journal that has the number of its claims. */
export const markName = 'journal.mark'

const markSchema = z.object({
  /** Id of the journal that the mark belongs to. */
  journal: z.string(),
  /** Claims that may have been sent; never less than were. */
  claims: z.int().nonnegative(),
  /** No batch with a higher number was sent from; 0 if there was none. */
  batch: z.int().nonnegative(),
  /** The computer that wrote it, and the file it was written to: a copy of the folder has other ones. */
  machine: z.string(),
  file: z.string(),
})
export type Mark = Readonly<z.infer<typeof markSchema>>

/** Two places that are written in turn: if one is torn by a power cut, the other has the mark before. */
const slotBytes = 512
const checksumChars = 16

/**
 * The mark in the data folder. The file has its full size from the start and is written in place. One write and one
 * sync of data without metadata take about 0.1 ms on a solid-state disk.
 */
export class MarkFile {
  readonly #path: string
  #fd: number | null = null
  #slot = 0
  #isTorn = false

  constructor(path: string) {
    this.#path = path
  }

  /** @returns the mark, or null if there is none that can be read */
  read(): Mark | null {
    const text = textOf(this.#path)
    const slots = [text.slice(0, slotBytes), text.slice(slotBytes, 2 * slotBytes)]
    const [first = null, second = null] = slots.map(parsedSlot)
    this.#slot = (second?.claims ?? -1) >= (first?.claims ?? 0) ? 0 : 1
    this.#isTorn = slots.some((slot) => slot.trimEnd() !== '' && parsedSlot(slot) === null)
    return this.#slot === 0 ? second : first
  }

  /** The most that was sent: a slot that can't be read may have had the next claim, of any batch. */
  readMost(): Mark | null {
    const mark = this.read()
    return mark && this.#isTorn ? { ...mark, claims: mark.claims + 1, batch: Number.MAX_SAFE_INTEGER } : mark
  }

  /** Place where a mark was written: here, by another computer, or to another file. */
  placeOf({ machine, file }: Mark): 'own' | 'machine' | 'copy' {
    if (machine !== machineId()) return 'machine'
    return file === fileOf(this.#path) ? 'own' : 'copy'
  }

  /**
   * Puts a new file in the place of the old one, whatever that said; on the disk when this returns. An old mark that is
   * copied over it names another file, so that it is known as a copy.
   */
  reset(mark: Pick<Mark, 'journal' | 'claims' | 'batch'>): Mark {
    this.close()
    const draft = `${this.#path}.new`
    rmSync(draft, { force: true })
    this.#fd = openSync(draft, 'wx+', 0o600)
    const whole = { ...mark, machine: machineId(), file: fileOf(draft) }
    writeSync(this.#fd, printedSlot(whole) + ' '.repeat(slotBytes), 0)
    fsyncSync(this.#fd)
    renameHeld(draft, this.#path)
    syncDirectory(dirname(this.#path))
    this.#slot = 1
    return whole
  }

  /** Writes the mark in place; on the disk when this returns. */
  write(mark: Mark): void {
    this.#fd ??= openSync(this.#path, 'r+')
    writeSync(this.#fd, printedSlot(mark), this.#slot * slotBytes)
    fdatasyncSync(this.#fd)
    this.#slot = 1 - this.#slot
  }

  close(): void {
    if (this.#fd !== null) closeSync(this.#fd)
    this.#fd = null
  }
}

const digest = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, checksumChars)

function parsedSlot(slot: string): Mark | null {
  const text = slot.slice(checksumChars).trimEnd()
  if (text === '' || digest(text) !== slot.slice(0, checksumChars)) return null
  return storedJson.pipe(markSchema).safeParse(text).data ?? null
}

function printedSlot(mark: Mark): string {
  const text = JSON.stringify(mark)
  return `${digest(text)}${text}`.padEnd(slotBytes)
}

/** A file's own number and birth: a rename keeps both, a copy has others. '' if it isn't there. */
export function fileOf(path: string): string {
  try {
    const { ino, birthtimeNs } = statSync(path, { bigint: true })
    return `${ino}:${birthtimeNs}`
  } catch {
    return ''
  }
}

let known: string | undefined

/**
 * Identifies this computer, however it is called: the id that Linux gives it, else a random one in a file outside the
 * data folder. A copy of the data folder doesn't take that file along. If no file can be written, only the mark's own
 * file reveals a copy.
 */
export function machineId(): string {
  known ??= digest(idIn('/etc/machine-id') || randomId(join(stateFolder(), 'forecourt-machine-id')))
  return known
}

/** The system's folder for what belongs to this computer and not to the person's documents. */
function stateFolder(): string {
  if (process.platform === 'win32') return localAppData(process.env)
  if (process.platform === 'darwin') return join(homeOf(process.env), 'Library', 'Application Support')
  return xdgFolder(process.env, 'XDG_STATE_HOME', '.local', 'state')
}

function randomId(path: string): string {
  try {
    makeFolder(dirname(path))
    writeFileSync(path, `${randomUUID()}\n`, { flag: 'wx', mode: 0o600 })
  } catch {
    // It is there, or another process has just written it.
  }
  return idIn(path)
}

const idIn = (path: string): string => textOf(path).trim()

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
