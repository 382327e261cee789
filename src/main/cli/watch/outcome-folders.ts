import { createReadStream, existsSync, rmSync } from 'node:fs'
import { visibleLine } from '../../words/visible.ts'
import { asFileFault } from '../../import/csv/source-file.ts'
import { saveChunks } from '../save-file.ts'
import type { FoundFile } from './watched-folder.ts'
import { ownFolder, reserveName } from './own-folder.ts'
import { renameHeld } from '../../storage/atomic-file.ts'

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
  move({ path, name, mode }: FoundFile, outcome: Outcome): string {
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
  async saveCopy(copy: string, { name, mode }: FoundFile, outcome: Outcome): Promise<string> {
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
    { name, mode }: FoundFile,
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
