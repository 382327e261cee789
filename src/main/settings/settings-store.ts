import { type Locale, applyLocale, resolveLocale } from '#shared/i18n/locale.ts'
import { type Managed, unmanaged } from '#shared/policy/policy.ts'
import { type Settings, settingsSchema } from '#shared/settings/settings.ts'
import {
  type SettingsFile,
  type WindowBounds,
  emptySettingsFile,
  parseSettingsFile,
  unreadSettingsFile,
} from './settings-file.ts'
import type { Account, RemovedAccount } from '#shared/accounts/account.ts'
import { chmodSync, copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Fault } from '#shared/bridge/failure.ts'
import { type Clock, timestamp } from '../system/clock.ts'
import { storageFaultOf } from '../storage/storage-fault.ts'
import { writeFileAtomically } from '../storage/atomic-file.ts'
import { refuseOtherThanFile } from '../storage/regular-files.ts'
import { makeFolder } from '../system/make-folder.ts'

interface SettingsServiceOptions {
  readonly store: SettingsStore
  /** The system's language as it names it (`uk-UA`), read again at each change. */
  readonly systemLocale: () => string
  readonly version: string
  /** The administrator's decisions. */
  readonly managed?: Managed
  /** Called after a change, when the language is applied already. */
  readonly onChange?: (settings: CurrentSettings) => void
}

export type CurrentSettings = Settings & {
  readonly locale: Locale
  readonly version: string
  readonly managed: Managed
}

/** Absent and undefined both mean "as it is". */
type SettingsChange = { readonly [Name in keyof Settings]?: Settings[Name] | undefined }

/** The person's preferences; the language is applied to this process at once and at each change. */
export class SettingsService {
  readonly #store: SettingsStore
  readonly #systemLocale: () => string
  readonly #version: string
  readonly #managed: Managed
  readonly #onChange: ((settings: CurrentSettings) => void) | undefined

  constructor({ store, systemLocale, version, managed = unmanaged, onChange }: SettingsServiceOptions) {
    this.#store = store
    this.#systemLocale = systemLocale
    this.#version = version
    this.#managed = managed
    this.#onChange = onChange
    applyLocale(this.get().locale)
  }

  get(): CurrentSettings {
    return this.#current(this.#store.read().preferences)
  }

  /** @throws Fault `storage` if the file can't be written; nothing is changed then. */
  change(change: SettingsChange): CurrentSettings {
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    const file = this.#store.change((old) => ({ ...old, preferences: { ...old.preferences, ...given } }))
    const changed = this.#current(file.preferences)
    applyLocale(changed.locale)
    this.#onChange?.(changed)
    return changed
  }

  windowBounds(): WindowBounds | null {
    return this.#store.read().window
  }

  saveWindow(bounds: WindowBounds): void {
    this.#store.change((old) => ({ ...old, window: { ...old.window, ...bounds } }))
  }

  #current(preferences: Settings): CurrentSettings {
    // Parsed again to leave out fields that are not known: the window knows only ours.
    const settings = settingsSchema.parse(preferences)
    return {
      ...settings,
      buyerDataDays: shortest(settings.buyerDataDays, this.#managed.policy.longestBuyerDataDays),
      managed: this.#managed,
      locale: resolveLocale(preferences.language, this.#systemLocale()),
      version: this.#version,
    }
  }
}

/** The days that were chosen, or fewer if an administrator allows only these; null = for good. */
function shortest(chosen: number | null, longest: number | undefined): number | null {
  if (longest === undefined) return chosen
  return chosen === null ? longest : Math.min(chosen, longest)
}

/** The accounts' part of the settings file, as the accounts service reads and writes it. */
interface StoredAccounts {
  readonly accounts: readonly Account[]
  readonly activeId: string
  /** The last one that was removed is the first. */
  readonly removed: readonly RemovedAccount[]
}

/** Gives the accounts service its part of the settings file. */
export class SettingsAccountBook {
  readonly #store: SettingsStore

  constructor(store: SettingsStore) {
    this.#store = store
  }

  read(): StoredAccounts {
    return storedIn(this.#store.read())
  }

  write(edit: (stored: StoredAccounts) => StoredAccounts): void {
    this.#store.change((file) => {
      const { accounts, activeId, removed } = edit(storedIn(file))
      return {
        ...file,
        accounts: [...accounts],
        activeAccountId: activeId,
        removedAccounts: [...removed],
      }
    })
  }
}

const storedIn = ({ accounts, activeAccountId, removedAccounts }: SettingsFile): StoredAccounts => ({
  accounts,
  activeId: activeAccountId,
  removed: removedAccounts,
})

export const settingsName = 'settings.json'

/** A settings file that could not be read completely: its copy, and the parts that fell back to their defaults. */
export interface SetAside {
  readonly path: string
  readonly parts: readonly string[]
}

/** Pause for an editor, in milliseconds. */
const pauseMs = 100
const pause = new Int32Array(new SharedArrayBuffer(4))

/**
 * settings.json in the data folder, for its owner only (0600, in a folder of 0700). A damaged file is copied aside
 * before anything is written over it.
 */
export class SettingsStore {
  readonly #path: string
  readonly #clock: Clock
  #setAside: SetAside | null = null
  /**
   * Last text of the file: it is asked for with nearly every call of the window, and seldom changes. It holds for
   * what can't be read of the file while the app runs.
   */
  #last: { readonly text: string; readonly file: SettingsFile } | null = null
  #onSetAside: ((aside: SetAside) => void) | undefined

  /**
   * Makes the file if it is missing, so that a later start notices that it was deleted.
   * @param isGone whether it was: then no buyer's data is deleted by an unchosen preference
   * @throws Fault `storage` if the folder can't be made or the file can't be read.
   */
  constructor(dataDir: string, clock: Clock, isGone = false) {
    this.#path = join(dataDir, settingsName)
    this.#clock = clock
    storing(this.#path, () => makeFolder(dataDir))
    if (this.#found() === null) this.#write(isGone ? unreadSettingsFile : emptySettingsFile)
    else this.read()
  }

  /** The last damage that was found, for the notice to the person; null if there was none. */
  get setAside(): SetAside | null {
    return this.#setAside
  }

  /** Receiver of reports of damage from now on. */
  onSetAside(report: (aside: SetAside) => void): void {
    this.#onSetAside = report
  }

  /**
   * Current settings of the file: the window and the command line may both be using it. What can't be read of it, or
   * that it is gone, changes nothing of what was read before.
   */
  read(): SettingsFile {
    let found = this.#found()
    // An editor may be at it, which empties the file before it writes.
    if (found?.damaged.includes('settings')) {
      Atomics.wait(pause, 0, 0, pauseMs)
      found = this.#found()
    }
    if (found === null) return this.#last?.file ?? emptySettingsFile
    if (found.damaged.length > 0) this.#repair(found.file, found.damaged)
    return found.file
  }

  #found() {
    const text = storing(this.#path, () => textOf(this.#path))
    if (text === null) return null
    if (text === this.#last?.text) return { file: this.#last.file, damaged: [] }
    const found = parseSettingsFile(text, this.#last?.file)
    if (found.damaged.length === 0) this.#last = { text, file: found.file }
    return found
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
    const aside = { path: copy, parts: damaged }
    this.#setAside = aside
    this.#write(file)
    this.#onSetAside?.(aside)
  }

  #write(file: SettingsFile): void {
    const text = `${JSON.stringify(file, null, 2)}\n`
    storing(this.#path, () => writeFileAtomically(this.#path, text))
    this.#last = { text, file }
  }
}

function textOf(path: string): string | null {
  refuseOtherThanFile(path)
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
    const known = error instanceof Fault ? error : storageFaultOf(error, path)
    if (known) throw known
    throw new Fault(
      'storage',
      { path, reason: error instanceof Error ? error.message : String(error) },
      { cause: error },
    )
  }
}
