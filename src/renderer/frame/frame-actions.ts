import { m } from '#shared/i18n/generated/messages.js'
import type { SettingsState } from '../settings/settings-state.svelte.ts'
import type { StagedState } from '../staged/staged-state.svelte.ts'
import type { SyncState } from '../inventory/sync-state.svelte.ts'
import type { Action } from '../ui/actions.svelte.ts'
import type { AppContext } from '../ui/app-context.ts'
import { railEntries } from './page-words.ts'

/** What can be done from every page; a page's action of the same id takes precedence. */
export function frameActions(
  { router }: AppContext,
  sync: SyncState,
  settings: SettingsState,
  staged: StagedState,
): Action[] {
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
    {
      id: 'edits',
      label: m.staged_review(),
      disabled: staged.summary.edits + staged.summary.sending === 0,
      run: () => router.navigate('edits'),
    },
    {
      id: 'staged-undo',
      label: m.staged_undo(),
      keys: 'Ctrl+Z',
      disabled: !staged.summary.canUndo,
      run: () => void staged.undo(),
    },
    {
      id: 'staged-redo',
      label: m.staged_redo(),
      keys: 'Ctrl+Y',
      disabled: !staged.summary.canRedo,
      run: () => void staged.redo(),
    },
    theme('light', m.app_theme_light()),
    theme('dark', m.app_theme_dark()),
    theme('system', m.app_theme_system()),
  ]
}
