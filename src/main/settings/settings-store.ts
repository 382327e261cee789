import { chmodSync, copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Fault } from '#shared/bridge/failure.ts'
import { timestamp, type Clock } from '../system/clock.ts'
import { storageFaultOf } from '../storage/storage-fault.ts'
import { writeFileAtomically } from '../storage/atomic-file.ts'
import { emptySettingsFile, parseSettingsFile, type SettingsFile } from './settings-file.ts'

/** A settings file that could not be read completely: its copy, and the parts that fell back to their defaults. */
export interface SetAside {
  readonly path: string
  readonly parts: readonly string[]
}

/**
 * settings.json in the data folder, for its owner only (0600, in a folder of 0700). A damaged file is copied aside
 * before anything is written over it.
 */
export class SettingsStore {
  readonly #path: string
  readonly #clock: Clock
  #setAside: SetAside | null = null
  /** What the file said last: it is asked for with nearly every call of the window, and seldom changes. */
  #last: { readonly text: string; readonly file: SettingsFile } | null = null

  /** @throws Fault `storage` if the folder can't be made or the file can't be read. */
  constructor(dataDir: string, clock: Clock) {
    this.#path = join(dataDir, 'settings.json')
    this.#clock = clock
    storing(this.#path, () => mkdirSync(dataDir, { recursive: true, mode: 0o700 }))
    this.read()
  }

  /** The last damage that was found, for the notice to the person; null if there was none. */
  get setAside(): SetAside | null {
    return this.#setAside
  }

  /** What the file says now: the window and the command line may both be using it. */
  read(): SettingsFile {
    const text = storing(this.#path, () => textOf(this.#path))
    if (text === null) return emptySettingsFile
    if (text === this.#last?.text) return this.#last.file
    const { file, damaged } = parseSettingsFile(text)
    if (damaged.length > 0) this.#repair(file, damaged)
    else this.#last = { text, file }
    return file
  }

  /** Applies the edit to what the file says now and writes it in one step. @throws Fault `storage`. */
  change(edit: (file: SettingsFile) => SettingsFile): SettingsFile {
    const file = edit(this.read())
    this.#write(file)
    return file
  }

  #repair(file: SettingsFile, damaged: readonly string[]): void {
    const copy = `${this.#path}.damaged-${timestamp(this.#clock).replaceAll(':', '-')}`
    storing(this.#path, () => {
      copyFileSync(this.#path, copy)
      chmodSync(copy, 0o600)
    })
    this.#setAside = { path: copy, parts: damaged }
    this.#write(file)
  }

  #write(file: SettingsFile): void {
    storing(this.#path, () => writeFileAtomically(this.#path, `${JSON.stringify(file, null, 2)}\n`))
  }
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Answers what `work` does; an error of the file system becomes a Fault `storage`. */
function storing<Result>(path: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    const known = storageFaultOf(error, path)
    if (known) throw known
    throw new Fault(
      'storage',
      { path, reason: error instanceof Error ? error.message : String(error) },
      { cause: error },
    )
  }
}
