import { getLocale } from '#shared/i18n/locale.ts'
import type { AppContext } from '../ui/app-context.ts'
import { perWindow } from '../ui/per-window.svelte.ts'
import { OrdersState } from './orders-state.svelte.ts'

/** The window's orders; the rail reads from them how many need attention. */
export const ordersOf = perWindow((app) => new OrdersState(app.client, app.on, getLocale))

/** Leads to all orders: no filter or word of a search hides the ones that it is about. */
export function toOrders(app: AppContext): void {
  // Another page keeps the words of its own search.
  if (app.router.page === 'orders') app.search.text = ''
  ordersOf(app).filters.clear()
  app.router.navigate('orders')
}
