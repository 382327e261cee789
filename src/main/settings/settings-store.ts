import { chmodSync, copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Fault } from '#shared/bridge/failure.ts'
import { timestamp, type Clock } from '../system/clock.ts'
import { writeFileAtomically } from '../storage/atomic-file.ts'
import { emptySettingsFile, parseSettingsFile, type SettingsFile } from './settings-file.ts'

/** A settings file that could not be read in whole: where its copy lies, and which parts fell back to their defaults. */
export interface SetAside {
  readonly path: string
  readonly parts: readonly string[]
}

export interface SettingsStore {
  /** What the file says now: the window and the command line may both be at work on it. */
  read(): SettingsFile
  /** Applies the edit to what the file says now and writes it in one step. @throws Fault `storage`. */
  change(edit: (file: SettingsFile) => SettingsFile): SettingsFile
  /** The last damage that was met, for the notice to the person; null when all was well. */
  setAside(): SetAside | null
}

/**
 * settings.json in the data folder, for its owner only (0600, in a folder of 0700). A damaged file is copied aside
 * before anything is written over it.
 * @throws Fault `storage` when the folder can't be made or the file can't be read.
 */
export function openSettings(dataDir: string, clock: Clock): SettingsStore {
  const path = join(dataDir, 'settings.json')
  let setAside: SetAside | null = null
  attempt(path, () => mkdirSync(dataDir, { recursive: true, mode: 0o700 }))

  const read = (): SettingsFile => {
    const text = attempt(path, () => textOf(path))
    if (text === null) return emptySettingsFile
    const { file, damaged } = parseSettingsFile(text)
    if (damaged.length > 0) {
      const copy = `${path}.damaged-${timestamp(clock).replaceAll(':', '-')}`
      attempt(path, () => {
        copyFileSync(path, copy)
        chmodSync(copy, 0o600)
      })
      setAside = { path: copy, parts: damaged }
      write(file)
    }
    return file
  }
  const write = (file: SettingsFile): void => {
    attempt(path, () => writeFileAtomically(path, `${JSON.stringify(file, null, 2)}\n`))
  }
  read()

  return {
    read,
    change: (edit) => {
      const file = edit(read())
      write(file)
      return file
    },
    setAside: () => setAside,
  }
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function attempt<Result>(path: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw new Fault(
      'storage',
      { path, reason: error instanceof Error ? error.message : String(error) },
      { cause: error },
    )
  }
}
