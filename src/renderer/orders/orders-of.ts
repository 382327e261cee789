import { getLocale } from '#shared/i18n/locale.ts'
import { perWindow } from '../ui/per-window.svelte.ts'
import { OrdersState } from './orders-state.svelte.ts'

/** The window's orders; the rail reads from them how many need attention. */
export const ordersOf = perWindow((app) => new OrdersState(app.client, app.on, getLocale))
