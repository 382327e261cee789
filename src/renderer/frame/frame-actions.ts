import { m } from '#shared/i18n/generated/messages.js'
import type { SettingsState } from '../settings/settings-state.svelte.ts'
import type { SyncState } from '../inventory/sync-state.svelte.ts'
import type { Action } from '../ui/actions.svelte.ts'
import type { AppContext } from '../ui/app-context.ts'
import { railEntries } from './page-words.ts'

/** What can be done from every page; a page's action of the same id takes precedence. */
export function frameActions({ router }: AppContext, sync: SyncState, settings: SettingsState): Action[] {
  const theme = (value: 'light' | 'dark' | 'system', label: string): Action => ({
    id: `theme-${value}`,
    label,
    disabled: settings.current?.theme === value,
    run: () => void settings.change({ theme: value }),
  })
  return [
    { id: 'refresh', label: m.app_sync(), keys: 'F5', disabled: sync.running, run: () => void sync.sync() },
    {
      id: 'import',
      label: m.app_import(),
      keys: 'Ctrl+I',
      run: () => router.navigate('imports', { import: 'csv' }),
    },
    ...railEntries.map(({ page, icon, label }) => ({
      id: page,
      label: m.app_go_to({ page: label() }),
      icon,
      ...(page === 'settings' && { keys: 'Ctrl+,' }),
      run: () => router.navigate(page),
    })),
    theme('light', m.app_theme_light()),
    theme('dark', m.app_theme_dark()),
    theme('system', m.app_theme_system()),
  ]
}
