import { chmodSync, closeSync, existsSync, openSync, promises, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../system/make-folder.ts'

/** The folder of a data directory for drafts: spooled files, tables of spreadsheets, planned rows. All of them may be lost. */
export class DraftFiles {
  readonly #directory: string

  constructor(dataDir: string) {
    this.#directory = join(dataDir, 'drafts')
  }

  /** Where its rows are written as the journal plans them. */
  plannedPath(draftId: string): string {
    this.#ensure()
    return join(this.#directory, `${draftId}.rows`)
  }

  /** Where the rows of a spreadsheet are written. */
  tablePath(draftId: string): string {
    this.#ensure()
    return join(this.#directory, `${draftId}.table`)
  }

  /** Begins an empty spool file that only its owner reads. */
  beginSpool(draftId: string): string {
    this.#ensure()
    const path = join(this.#directory, `${draftId}.csv`)
    closeSync(openSync(path, 'wx', 0o600))
    return path
  }

  appendSpool(path: string, bytes: Uint8Array): Promise<void> {
    return promises.appendFile(path, bytes)
  }

  remove(draftId: string): void {
    for (const suffix of ['.csv', '.table', '.rows'])
      rmSync(join(this.#directory, draftId + suffix), { force: true })
  }

  /** Removes what earlier runs left behind and what was not written to since `before` (ms since 1970), as far as it can. */
  sweep(before: number): void {
    for (const name of existsSync(this.#directory) ? readdirSync(this.#directory) : []) {
      const path = join(this.#directory, name)
      const stat = statSync(path, { throwIfNoEntry: false })
      if (stat?.isFile() && stat.mtimeMs < before) rmSync(path, { force: true })
    }
  }

  #ensure(): void {
    makeFolder(this.#directory)
    chmodSync(this.#directory, 0o700)
  }
}
