import type { Order } from '../service/order.ts'
import { storedObject } from '../storage/row-query.ts'

/** An order as it is saved. It was parsed when it was read from the service: to decode its texts twice would change them. */
export const storedOrder = storedObject<Order>('order_id', 'status', 'recipient', 'delivery', 'items')
