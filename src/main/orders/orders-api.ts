import type { z } from 'zod'
import { contractStatuses } from '../service/order-status.ts'
import {
  orderSchema,
  ordersAnswerSchema,
  statusesAnswerSchema,
  type Order,
  type OrderStatus,
} from '../service/order.ts'
import type { HttpClient, ReadOptions } from '../http/http-client.ts'
import { parseEach } from '../http/parse-each.ts'
import { ServiceError } from '../http/service-error.ts'

export interface OrderList {
  /** As the service counts; it may disagree with the orders. */
  readonly total: number
  readonly orders: readonly Order[]
  /** One for each order that couldn't be read. */
  readonly unreadable: readonly ServiceError[]
}

export interface OrdersApi {
  orders(signal?: AbortSignal, priority?: ReadOptions['priority']): Promise<OrderList>
  /** The service's own names; the contract's where the service has no list. */
  statuses(signal?: AbortSignal, priority?: ReadOptions['priority']): Promise<readonly OrderStatus[]>
}

/** `redact` blacks out what an error shows of an order that can't be read. */
export function createOrdersApi(client: HttpClient, redact: (text: string) => string): OrdersApi {
  const readOrders = eitherPath(client, ['/ria/basket/orders/', '/ria/basket/orders'], ordersAnswerSchema)
  const readStatuses = eitherPath(client, ['/ria/basket/status', '/ria/basket/status/'], statusesAnswerSchema)

  return {
    async orders(signal, priority = 'background') {
      const { status, total, orders } = await readOrders({ signal, priority, kind: 'orders' })
      if (status === false && orders.length === 0) throw refused()
      const { items, unreadable } = parseEach(orders, orderSchema, redact)
      return { total: total ?? orders.length, orders: items, unreadable }
    },

    async statuses(signal, priority = 'background') {
      try {
        const { data } = await readStatuses({ signal, priority, kind: 'orders' })
        return data.length > 0 ? data : contractStatuses
      } catch (error) {
        if (error instanceof ServiceError && (error.code === 'not-found' || error.code === 'unreadable'))
          return contractStatuses
        throw error
      }
    },
  }
}

/** `status: false` without a list is the basket's way of saying no. */
const refused = (): ServiceError =>
  new ServiceError('rejected', { sent: 'maybe', answered: true, status: 200 })

/** The basket's paths are seen with and without their last slash (field notes, "order status"): the one found is kept. */
function eitherPath<Schema extends z.ZodType>(
  client: HttpClient,
  paths: readonly [string, string],
  schema: Schema,
): (options: ReadOptions) => Promise<z.output<Schema>> {
  let [first, second] = paths
  return async (options) => {
    try {
      return await client.read(first, [], schema, options)
    } catch (error) {
      if (!(error instanceof ServiceError && error.code === 'not-found')) throw error
      const answer = await client.read(second, [], schema, options)
      ;[first, second] = [second, first]
      return answer
    }
  }
}
