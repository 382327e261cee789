import type { StatusDoubt } from '#shared/orders/order-status.ts'
import type { OrderRow } from '#shared/orders/orders-calls.ts'
import type { OrderStatus } from '../service/order.ts'
import { statusName } from '../service/order-status.ts'
import { priceLike, type OrderedAdvert } from './order-troubles.ts'
import type { SavedOrder } from './orders-table.ts'
import { statusWords } from './status-words.ts'

/** An order as the window shows it. `adverts` has those that are cached. */
export const orderRow = (
  { order, buyer, vanishedAt, mark, unseen, doubt }: SavedOrder & { readonly doubt: StatusDoubt | null },
  statuses: readonly OrderStatus[],
  { troubles, sameCar }: Pick<OrderRow, 'troubles' | 'sameCar'>,
  adverts: ReadonlyMap<number, OrderedAdvert>,
): Omit<OrderRow, 'takenBy'> => ({
  orderId: order.order_id,
  status: order.status,
  statusName: statusName(order.status, statuses),
  statusWords: statusWords(statusName(order.status, statuses)),
  totalOrderSum: order.total_order_sum,
  createdAt: order.created_at ?? '',
  recipient: {
    userId: order.recipient.user_id,
    name: order.recipient.name ?? '',
    email: order.recipient.email ?? '',
    phone: order.recipient.phone ?? '',
  },
  buyer,
  delivery: {
    stateId: order.delivery.state_id,
    cityId: order.delivery.city_id,
    address: order.delivery.address ?? '',
    service: order.delivery.service ?? '',
    department: order.delivery.department ?? '',
  },
  items: order.items.map((item) => {
    const advert = item.adv_id === null ? undefined : adverts.get(item.adv_id)
    return {
      advId: item.adv_id,
      advert: advert ? { state: advert.state, currency: advert.currency } : null,
      name: item.name ?? '',
      price: item.price,
      priceLike: priceLike(item.price, advert),
      count: item.count,
      note: item.note ?? '',
      vendorCode: item.vendor_code ?? '',
      catalogNumbers: (item.catalog_numbers ?? []).filter((each) => each !== null),
    }
  }),
  troubles: doubt ? ['status-in-doubt', ...troubles] : troubles,
  sameCar,
  vanishedAt,
  handled: mark && { at: mark.handledAt, note: mark.note, locked: mark.locked },
  unseen,
  statusDoubt: doubt && { before: doubt.before, after: doubt.after, sentAt: doubt.sentAt },
})
