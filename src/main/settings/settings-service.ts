import { applyLocale, resolveLocale, type Locale } from '#shared/i18n/locale.ts'
import { settingsSchema, type Settings } from '#shared/settings/settings.ts'
import type { WindowBounds } from './settings-file.ts'
import type { SettingsStore } from './settings-store.ts'

export interface SettingsServiceOptions {
  readonly store: SettingsStore
  /** The system's language as it names it (`uk-UA`), asked again at each change. */
  readonly systemLocale: () => string
  readonly version: string
  /** Called after a change, with the language applied: menus and notifications are drawn anew. */
  readonly onChange?: (answer: SettingsAnswer) => void
}

export type SettingsAnswer = Settings & { readonly locale: Locale; readonly version: string }

/** Absent and undefined both mean "as it is". */
export type SettingsChange = { readonly [Name in keyof Settings]?: Settings[Name] | undefined }

export interface SettingsService {
  get(): SettingsAnswer
  /** @throws Fault `storage` when the file can't be written; nothing is changed then. */
  change(change: SettingsChange): SettingsAnswer
  windowBounds(): WindowBounds | null
  rememberWindow(bounds: WindowBounds): void
}

/** The person's preferences; the language is applied to this process at once and at each change. */
export function createSettingsService(options: SettingsServiceOptions): SettingsService {
  const { store, systemLocale, version, onChange } = options

  const answer = (preferences: Settings): SettingsAnswer => ({
    // Parsed once more to leave behind the fields that a newer version wrote: the window knows only ours.
    ...settingsSchema.parse(preferences),
    locale: resolveLocale(preferences.language, systemLocale()),
    version,
  })
  const get = (): SettingsAnswer => answer(store.read().preferences)
  applyLocale(get().locale)

  return {
    get,
    change: (change) => {
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
      const file = store.change((old) => ({ ...old, preferences: { ...old.preferences, ...given } }))
      const changed = answer(file.preferences)
      applyLocale(changed.locale)
      onChange?.(changed)
      return changed
    },
    windowBounds: () => store.read().window,
    rememberWindow: (bounds) =>
      void store.change((old) => ({ ...old, window: { ...old.window, ...bounds } })),
  }
}
