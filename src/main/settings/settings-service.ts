import { applyLocale, resolveLocale, type Locale } from '#shared/i18n/locale.ts'
import { unmanaged, type Managed } from '#shared/policy/policy.ts'
import { settingsSchema, type Settings } from '#shared/settings/settings.ts'
import type { WindowBounds } from './settings-file.ts'
import type { SettingsStore } from './settings-store.ts'

export interface SettingsServiceOptions {
  readonly store: SettingsStore
  /** The system's language as it names it (`uk-UA`), read again at each change. */
  readonly systemLocale: () => string
  readonly version: string
  /** What an administrator decided. */
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
export type SettingsChange = { readonly [Name in keyof Settings]?: Settings[Name] | undefined }

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
