import type { Order } from '../service/order.ts'

const dated = /^\d{4}-\d{2}-\d{2}/

/** Whether the order is older than a moment in the service's own form. One without a date never is: its age is unknown. */
export const isOlder = ({ created_at }: Pick<Order, 'created_at'>, before: string): boolean =>
  created_at !== null && dated.test(created_at) && created_at < before

/**
 * The order without what identifies its buyer: only known fields that don't are copied, so that a field that the
 * service adds some day isn't kept by mistake.
 */
export const withoutBuyer = (order: Order): Order => ({
  order_id: order.order_id,
  status: order.status,
  total_order_sum: order.total_order_sum,
  created_at: order.created_at,
  recipient: { user_id: null, name: null, email: null, phone: null },
  delivery: {
    state_id: order.delivery.state_id,
    city_id: order.delivery.city_id,
    address: null,
    service: order.delivery.service,
    department: null,
  },
  items: order.items.map(({ adv_id, name, price, count, vendor_code, catalog_numbers }) => ({
    adv_id,
    name,
    price,
    count,
    note: null,
    vendor_code,
    catalog_numbers,
  })),
})
