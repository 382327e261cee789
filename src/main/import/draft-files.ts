import { chmodSync, closeSync, existsSync, openSync, promises, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../system/make-folder.ts'

/** The folder of a data directory for drafts: spooled files and staging, both of which may be lost. */
export class DraftFiles {
  readonly #directory: string

  constructor(dataDir: string) {
    this.#directory = join(dataDir, 'drafts')
  }

  stagingPath(draftId: string): string {
    this.#ensure()
    return join(this.#directory, `${draftId}.db`)
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
    for (const suffix of ['.csv', '.table', '.db', '.db-journal'])
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
