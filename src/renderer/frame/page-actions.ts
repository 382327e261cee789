import { m } from '#shared/i18n/generated/messages.js'
import type { Action } from '../ui/actions.svelte.ts'
import type { AppContext } from '../ui/app-context.ts'
import type { PageName } from '../ui/router.svelte.ts'

interface PageAction {
  readonly page: PageName
  /** The action's id on its page. */
  readonly id: string
  readonly label: () => string
}

/** What pages offer while they are open, and the palette from every other page. */
export const pageActions: readonly PageAction[] = [
  { page: 'inventory', id: 'export', label: m.inventory_export },
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

/** The actions of pages that are not open, each of which opens its page first. */
export const elsewhereActions = ({ router, actions }: Pick<AppContext, 'router' | 'actions'>): Action[] =>
  pageActions
    .filter(({ page }) => page !== router.page)
    .map(({ page, id, label }) => ({
      id: `${page}:${id}`,
      label: m.app_on_page({ page: pageNames[page]?.() ?? '', action: label() }),
      section: 'elsewhere',
      run: () => {
        router.navigate(page)
        actions.runOnPage(page, id)
      },
    }))

const pageNames: Partial<Readonly<Record<PageName, () => string>>> = {
  inventory: m.app_page_inventory,
  activity: m.app_page_activity,
  orders: m.app_page_orders,
  market: m.app_page_market,
  settings: m.app_page_settings,
}
