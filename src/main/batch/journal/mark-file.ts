import { createHash } from 'node:crypto'
import {
  closeSync,
  fdatasyncSync,
  fsyncSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { syncDirectory } from '../../storage/atomic-file.ts'
import { renameHeld } from '../../storage/rename.ts'
import { storedJson } from '../../storage/stored-json.ts'
import { machineId } from './machine-id.ts'

/** The file beside the journal that has the number of its claims. */
export const markName = 'journal.mark'

const markSchema = z.object({
  /** Id of the journal that the mark belongs to. */
  journal: z.string(),
  /** Claims that may have been sent; never less than were. */
  claims: z.int().nonnegative(),
  /** The computer that wrote it, and the file it was written to: a copy of the folder has other ones. */
  machine: z.string(),
  file: z.string(),
  /**
   * The batches of the latest claims, by id, each with the number of its last claim; of claims up to `unlisted` they are not
   * listed any more.
   */
  recent: z.array(z.tuple([z.string(), z.int()])),
  unlisted: z.int(),
})
export type Mark = z.infer<typeof markSchema>

/** Two places that are written in turn: if one is torn by a power cut, the other has the mark before. */
const slotBytes = 512
const checksumChars = 16

const checksum = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, checksumChars)

/**
 * The mark in the data folder, beside the journal. The file has its full size from the start and is written in place:
 * one write and one sync of data without metadata, about 0.1 ms on a solid-state disk.
 */
export class MarkFile {
  readonly #path: string
  #fd: number | null = null
  #slot = 0
  #isWhole = false

  constructor(path: string) {
    this.#path = path
  }

  /** @returns the mark, or null if there is none that can be read */
  read(): Mark | null {
    const text = textOf(this.#path)
    const slots = [text.slice(0, slotBytes), text.slice(slotBytes, 2 * slotBytes)]
    const [first, second] = slots.map(parsedSlot)
    this.#isWhole = slots.every((slot) => slot.trimEnd() === '' || parsedSlot(slot) !== null)
    this.#slot = (second?.claims ?? -1) >= (first?.claims ?? 0) ? 0 : 1
    return [first, second].reduce<Mark | null>(
      (best, mark) => (mark && mark.claims >= (best?.claims ?? 0) ? mark : best),
      null,
    )
  }

  /** Whether all of the file could be read: if not, a mark that was newer than the one that was read may be lost. */
  get isWhole(): boolean {
    return this.#isWhole
  }

  /** Where this process would write: what a mark of this computer and this file says. */
  place(): Pick<Mark, 'machine' | 'file'> {
    return { machine: machineId(), file: fileOf(this.#path) }
  }

  /** Replaces the file, whatever it said, by one of this computer and folder; on the disk when this returns. */
  reset(mark: Pick<Mark, 'journal' | 'claims'>): Mark {
    this.close()
    const draft = `${this.#path}.new`
    rmSync(draft, { force: true })
    this.#fd = openSync(draft, 'wx+', 0o600)
    const whole = { ...mark, machine: machineId(), file: fileOf(draft), recent: [], unlisted: mark.claims }
    writeSync(this.#fd, printedSlot(whole) + ' '.repeat(slotBytes), 0)
    fsyncSync(this.#fd)
    renameHeld(draft, this.#path)
    syncDirectory(dirname(this.#path))
    this.#slot = 1
    return whole
  }

  /** Writes the number of claims; on the disk when this returns. */
  write(mark: Mark): void {
    this.#fd ??= openSync(this.#path, 'r+')
    writeSync(this.#fd, printedSlot(mark), this.#slot * slotBytes)
    fdatasyncSync(this.#fd)
    this.#slot = 1 - this.#slot
  }

  /** Removes the file. */
  drop(): void {
    this.close()
    rmSync(this.#path, { force: true })
  }

  close(): void {
    if (this.#fd !== null) closeSync(this.#fd)
    this.#fd = null
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

function parsedSlot(slot: string): Mark | null {
  const text = slot.slice(checksumChars).trimEnd()
  if (text === '' || checksum(text) !== slot.slice(0, checksumChars)) return null
  return storedJson.pipe(markSchema).safeParse(text).data ?? null
}

function printedSlot(mark: Mark): string {
  const text = JSON.stringify(mark)
  return `${checksum(text)}${text}`.padEnd(slotBytes)
}

/** The file's own number and birth: a rename keeps both, a copy has others. */
function fileOf(path: string): string {
  try {
    const { ino, birthtimeNs } = statSync(path, { bigint: true })
    return `${ino}:${birthtimeNs}`
  } catch {
    return ''
  }
}
