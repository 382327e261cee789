import { createHash } from 'node:crypto'
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { extname, join, parse } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Fault } from '#shared/bridge/failure.ts'
import { asFileFault } from '../../import/csv/source-file.ts'

/** Where a file goes when it was imported. */
export type Outcome = 'done' | 'failed'

/** Of tables, also of those that can't be read: a file that is left without a word would be waited for. */
const endings = new Set(
  '.csv .tsv .txt .xlsx .xlsm .xltx .xltm .xls .xlsb .ods .fods .numbers .gsheet .xml .htm .html'.split(' '),
)

/** Excel locks a workbook with a file of such a name. */
const isTable = (name: string): boolean =>
  endings.has(extname(name).toLowerCase()) && !name.startsWith('.') && !name.startsWith('~$')

/** A file is whole when nobody has written to it for so long, in ms. */
export const settledAfter = 2_000

export interface FoundFile {
  readonly name: string
  readonly path: string
  readonly bytes: number
  readonly changedAt: number
}

/** A folder in which files appear. */
export class WatchedFolder {
  readonly #path: string

  /** @throws Fault `file-missing`, or `file-unreadable` if it is no folder */
  constructor(path: string) {
    this.#path = path
    this.files()
  }

  /** The tables in it, the oldest first. */
  files(): FoundFile[] {
    try {
      return readdirSync(this.#path)
        .filter(isTable)
        .flatMap((name) => this.#found(name))
        .sort((one, other) => one.changedAt - other.changedAt || (one.name < other.name ? -1 : 1))
    } catch (error) {
      throw asFolderFault(error, this.#path)
    }
  }

  /** SHA-256 of a file, in hex. @throws Faults of a file that can't be read */
  async digest({ path, name }: FoundFile): Promise<string> {
    const hash = createHash('sha256')
    try {
      await pipeline(createReadStream(path), hash)
    } catch (error) {
      throw asFileFault(error, name)
    }
    return hash.digest('hex')
  }

  /** Where a file's rows are reported until it is known where the file goes. */
  pendingReport(name: string): string {
    return join(this.#path, `.${name}.report.csv`)
  }

  /**
   * Puts the report of a file's rows, if there is one, and what was said of it beside the file.
   * @returns the path of the report of the rows, null if there is none
   */
  placeReports(outcome: Outcome | 'checked', name: string, words: readonly string[]): string | null {
    const pending = this.pendingReport(name)
    if (words.length > 0) writeFileSync(this.#free(outcome, `${name}.report.txt`), `${words.join('\n')}\n`)
    if (!existsSync(pending)) return null
    const report = this.#free(outcome, `${name}.report.csv`)
    renameSync(pending, report)
    return report
  }

  /** Moves a file; one of the same name that is there already stays. @returns its new path, null if it is gone */
  move({ path, name }: FoundFile, outcome: Outcome): string | null {
    const to = this.#free(outcome, name)
    try {
      renameSync(path, to)
      return to
    } catch (error) {
      const fault = asFileFault(error, name)
      if (fault.code === 'file-missing') return null
      throw fault
    }
  }

  #found(name: string): FoundFile[] {
    const path = join(this.#path, name)
    const stat = statSync(path, { throwIfNoEntry: false })
    return stat?.isFile() ? [{ name, path, bytes: stat.size, changedAt: stat.mtimeMs }] : []
  }

  #free(outcome: Outcome | 'checked', name: string): string {
    const folder = join(this.#path, outcome)
    mkdirSync(folder, { recursive: true })
    const { name: stem, ext } = parse(name)
    let path = join(folder, name)
    for (let count = 2; existsSync(path); count++) path = join(folder, `${stem} (${count})${ext}`)
    return path
  }
}

function asFolderFault(error: unknown, path: string): Fault {
  const fault = asFileFault(error, path)
  return fault.code === 'file-missing'
    ? fault
    : new Fault('file-unreadable', { ...fault.details, file: path }, { cause: error })
}
