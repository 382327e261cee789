import { m } from '#shared/i18n/generated/messages.js'
import { keysOf } from '#shared/settings/command-keys.ts'
import { chapterNames, guideTitles } from '../guide/guide-titles.ts'
import type { Action } from '../ui/actions.svelte.ts'
import type { AppContext } from '../ui/app-context.ts'
import { isApple } from '../ui/shown-keys.ts'
import type { PageName } from '../ui/router.svelte.ts'
import { shownEntries } from './page-words.ts'

interface PageAction {
  readonly page: PageName
  /** The action's id on its page. */
  readonly id: string
  readonly label: () => string
}

/** What pages offer while they are open, and the palette from every other page. */
const pageActions: readonly PageAction[] = [
  { page: 'inventory', id: 'export', label: m.inventory_export },
  { page: 'inventory', id: 'print', label: m.inventory_print },
  { page: 'inventory', id: 'colour-rules', label: m.rules_title },
  { page: 'inventory', id: 'add-ids', label: m.inventory_add_ids },
  { page: 'inventory', id: 'view-save', label: m.views_save },
  { page: 'inventory', id: 'positions', label: m.search_position_bulk },
  { page: 'activity', id: 'feed-add', label: m.feeds_add },
  { page: 'orders', id: 'refresh', label: m.orders_page_refresh },
  { page: 'orders', id: 'export', label: m.orders_page_export },
  { page: 'orders', id: 'print', label: m.orders_page_print },
  { page: 'orders', id: 'charts', label: m.orders_chart_show },
  { page: 'market', id: 'save-search', label: m.search_save_title },
  { page: 'settings', id: 'account-add', label: m.accounts_page_add },
]

/**
 * The actions of pages that are not open, each of which opens its page first, and the chapters of the guide. Their words
 * are those of all pages: they are loaded after the window is drawn.
 */
export const elsewhereActions = (app: Pick<AppContext, 'router' | 'actions'>): Action[] => [
  ...ofPages(app),
  ...steps(app),
  ...chapterNames.map((chapter) => ({
    ...{ id: `guide-${chapter}`, section: 'elsewhere' as const },
    label: m.app_on_page({ page: m.guide_title(), action: guideTitles[chapter]() }),
    run: () => app.router.navigate('guide', { chapter }),
  })),
]

const steps = ({ router }: Pick<AppContext, 'router'>): Action[] => [
  {
    ...{ id: 'back', section: 'window', label: m.keys_back(), keys: keysOf('back', isApple()) },
    run: () => router.step(-1),
  },
  {
    ...{ id: 'forward', section: 'window', label: m.keys_forward(), keys: keysOf('forward', isApple()) },
    run: () => router.step(1),
  },
]

const ofPages = ({ router, actions }: Pick<AppContext, 'router' | 'actions'>): Action[] =>
  pageActions
    .filter(({ page }) => page !== router.page)
    .map(({ page, id, label }) => ({
      id: `${page}:${id}`,
      label: m.app_on_page({ page: pageName(page), action: label() }),
      section: 'elsewhere',
      run: () => {
        router.navigate(page)
        actions.runOnPage(page, id)
      },
    }))

const pageName = (page: PageName): string =>
  shownEntries(true)
    .find((entry) => entry.page === page)
    ?.label() ?? ''
