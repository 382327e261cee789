import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Journal } from '../../../src/main/batch/journal/journal.ts'
import { systemClock } from '../../../src/main/system/clock.ts'

/** A data folder as it is now, which is brought again before each test: what made it is done once for all of them. */
export class KeptFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'forecourt-kept-'))
  readonly #dataDir: string

  constructor(dataDir: string) {
    this.#dataDir = dataDir
    cpSync(dataDir, this.path, { recursive: true })
  }

  bring(): void {
    rmSync(this.#dataDir, { recursive: true, force: true })
    cpSync(this.path, this.#dataDir, { recursive: true })
    // The copied mark is another file: this copy goes on.
    const journal = new Journal(join(this.#dataDir, 'journal.db'), systemClock)
    journal.highWater.begin()
    journal.close()
  }

  drop(): void {
    rmSync(this.path, { recursive: true, force: true })
  }
}
