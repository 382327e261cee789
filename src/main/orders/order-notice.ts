import type { OrderChange } from '#shared/orders/order-change.ts'
import { m } from '#shared/i18n/generated/messages.js'

/** A notice of the desktop, which anybody who passes may read: numbers alone, nothing of an order. */
export interface OrderNotice {
  readonly title: string
  readonly body: string
}

/** What a notice says of changes; null if there are none. */
export function orderNotice(changes: readonly OrderChange[]): OrderNotice | null {
  const came = new Set(changes.filter(({ finding }) => finding.kind === 'came').map(({ orderId }) => orderId))
  const changed = new Set(changes.map(({ orderId }) => orderId).filter((id) => !came.has(id)))
  if (came.size + changed.size === 0) return null
  const parts = [
    ...(came.size > 0 ? [m.orders_notice_new({ count: came.size })] : []),
    ...(changed.size > 0 ? [m.orders_notice_changed({ count: changed.size })] : []),
  ]
  return { title: parts.join(', '), body: m.orders_notice_text() }
}
