import type { AdvertState } from '#shared/inventory/advert.ts'
import type { Order } from '../service/order.ts'
import { completedStatus, deletedStatus } from '../service/order-status.ts'
import type { OrderRow } from '#shared/orders/orders-calls.ts'

type Trouble = OrderRow['troubles'][number]

/** Counts the open orders that name each advert. */
export function openOrdersByAdvert(orders: readonly Order[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const order of orders.filter(isOpen))
    for (const id of advertIds(order)) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/** What about an order needs attention. `states` has the adverts that are cached; others are not judged. */
export function troublesOf(
  order: Order,
  openOrders: ReadonlyMap<number, number>,
  states: ReadonlyMap<number, AdvertState>,
): Trouble[] {
  const ids = advertIds(order)
  const troubles: Trouble[] = []
  if (isOpen(order) && ids.some((id) => states.get(id) === 'gone')) troubles.push('advert-gone')
  if (isOpen(order) && ids.some((id) => (openOrders.get(id) ?? 0) > 1)) troubles.push('ordered-twice')
  if (order.status === completedStatus && ids.some((id) => states.get(id) === 'live'))
    troubles.push('still-on-sale')
  return troubles
}

export const advertIds = (order: Order): number[] => [
  ...new Set(order.items.flatMap(({ adv_id }) => (typeof adv_id === 'number' ? [adv_id] : []))),
]

const isOpen = ({ status }: Order): boolean => status !== completedStatus && status !== deletedStatus
