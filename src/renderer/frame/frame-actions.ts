import { m } from '#shared/i18n/generated/messages.js'
import { languages, locales } from '#shared/i18n/locale.ts'
import { commandKeys, keysOf } from '#shared/settings/command-keys.ts'
import type { AccountsState } from '../accounts/accounts-state.svelte.ts'
import type { SettingsState } from '../settings/settings-state.svelte.ts'
import type { StagedState } from '../staged/staged-state.svelte.ts'
import type { SyncState } from '../inventory/sync-state.svelte.ts'
import { isApple } from '../ui/shown-keys.ts'
import type { Action } from '../ui/actions.svelte.ts'
import type { AppContext } from '../ui/app-context.ts'
import { switchAccount } from './account-switch.ts'
import { shownEntries } from './page-words.ts'

interface FrameParts {
  readonly sync: SyncState
  readonly settings: SettingsState
  readonly staged: StagedState
  readonly accounts: AccountsState
  /** Reads the stock again, after a question if that takes much of the quota. */
  readonly refresh: () => void
  /** Actions of other pages; they come later than the frame. */
  readonly elsewhere: readonly Action[]
  /** Shows the keys. */
  readonly help: () => void
}

/** Actions of every page; a page's action of the same id takes precedence. */
export function frameActions(
  app: AppContext,
  { sync, settings, staged, accounts, refresh, help, elsewhere }: FrameParts,
): Action[] {
  const { router } = app

  const theme = (value: 'light' | 'dark' | 'system', label: string): Action => ({
    id: `theme-${value}`,
    section: 'window',
    label,
    disabled: settings.current?.theme === value,
    run: () => void settings.change({ theme: value }),
  })
  return [
    ...elsewhere,
    {
      id: 'refresh',
      section: 'window',
      label: m.app_sync(),
      keys: commandKeys.refresh,
      disabled: sync.running,
      run: refresh,
    },
    {
      id: 'import',
      section: 'window',
      label: m.word_import_a_file(),
      keys: commandKeys.import,
      run: () => router.navigate('imports'),
    },
    {
      id: 'new-advert',
      section: 'window',
      label: m.app_new_advert(),
      run: () => router.navigate('new-advert'),
    },
    ...shownEntries(settings.current?.realtyPage ?? true).map(({ page, icon, label }) => ({
      id: page,
      section: 'pages' as const,
      label: m.app_go_to({ page: label() }),
      icon,
      ...(page === 'settings' && { keys: commandKeys.settings }),
      run: () => router.navigate(page),
    })),
    {
      id: 'notices',
      section: 'pages',
      label: m.app_go_to({ page: m.app_page_notices() }),
      run: () => router.navigate('notices'),
    },
    {
      id: 'edits',
      section: 'pages',
      label: m.staged_review(),
      disabled: staged.summary.edits + staged.summary.sending === 0,
      run: () => router.navigate('edits'),
    },
    {
      id: 'staged-undo',
      section: 'window',
      label: m.staged_undo(),
      keys: commandKeys['undo-edit'],
      disabled: !staged.summary.canUndo,
      run: () => void staged.undo(),
    },
    {
      id: 'staged-redo',
      section: 'window',
      label: m.staged_redo(),
      keys: keysOf('redo-edit', isApple()),
      disabled: !staged.summary.canRedo,
      run: () => void staged.redo(),
    },
    {
      id: 'guide',
      section: 'window',
      label: m.guide_title(),
      keys: commandKeys.guide,
      run: () => router.navigate('guide'),
    },
    { id: 'help', section: 'window', label: m.keys_title(), keys: commandKeys.help, run: help },
    theme('light', m.app_theme_light()),
    theme('dark', m.app_theme_dark()),
    theme('system', m.app_theme_system()),
    ...locales.map((language) => ({
      id: `language-${language}`,
      section: 'window' as const,
      label: m.app_language({ name: languages[language].name }),
      disabled: settings.current?.locale === language,
      run: () => void settings.change({ language }),
    })),
    ...accounts.accounts.map(({ id: accountId, name }) => ({
      id: `account-${accountId}`,
      section: 'window' as const,
      label: m.app_switch_account({ name }),
      disabled: accountId === accounts.activeId,
      run: () => void switchAccount(app, accounts, accountId),
    })),
  ]
}
