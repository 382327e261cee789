import type { Handlers } from '#shared/bridge/call.ts'
import type { settingsCalls } from '#shared/settings/settings.ts'
import type { SettingsService } from './settings-store.ts'

export const settingsHandlers = (settings: SettingsService): Handlers<typeof settingsCalls> => ({
  'settings:get': () => settings.get(),
  'settings:change': (change) => settings.change(change),
})
