import type { z } from 'zod'
import { contractStatuses } from '../service/order-status.ts'
import {
  orderSchema,
  ordersAnswerSchema,
  statusesAnswerSchema,
  statusResultSchema,
  type Order,
  type OrderStatus,
} from '../service/order.ts'
import type { Priority, ReadOptions } from '../http/call.ts'
import type { HttpClient } from '../http/http-client.ts'
import type { Params } from '../service/params.ts'
import { parseEach } from '../http/parse-each.ts'
import { ServiceError } from '../http/service-error.ts'

export interface OrderList {
  /** As the service counts; it may disagree with the orders. */
  readonly total: number
  readonly orders: readonly Order[]
  /** One for each order that couldn't be read. */
  readonly unreadable: readonly ServiceError[]
}

/** Reads of the basket: orders and the names of their statuses. */
export class OrdersApi {
  readonly #orders: EitherPath<typeof ordersAnswerSchema>
  readonly #statuses: EitherPath<typeof statusesAnswerSchema>
  readonly #client: HttpClient
  readonly #redact: (text: string) => string

  /** `redact` blacks out what an error shows of an order that can't be read. */
  constructor(client: HttpClient, redact: (text: string) => string) {
    // The account may have to be named (docs/service/orders.md).
    const asked: Params = [['user_id', client.userId]]
    this.#orders = new EitherPath(
      client,
      ['/ria/basket/orders/', '/ria/basket/orders'],
      ordersAnswerSchema,
      asked,
    )
    this.#statuses = new EitherPath(
      client,
      ['/ria/basket/status', '/ria/basket/status/'],
      statusesAnswerSchema,
    )
    this.#client = client
    this.#redact = redact
  }

  async orders(signal?: AbortSignal, priority: Priority = 'background'): Promise<OrderList> {
    const { status, total, orders } = await this.#orders.read({ signal, priority, kind: 'orders' })
    if (status === false && orders.length === 0) throw refused()
    const { items, unreadable } = parseEach(orders, orderSchema, this.#redact)
    return { total: total ?? orders.length, orders: items, unreadable }
  }

  /**
   * Gives an order a status, sent once.
   * @returns whether the service says that it did
   * @throws ServiceError, whose `sent` says whether something may have left; Fault `quota`, `cancelled`: nothing was sent
   */
  async setStatus(orderId: number, status: number, signal?: AbortSignal): Promise<boolean> {
    const params: Params = [
      ['user_id', this.#client.userId],
      ['order_id', orderId],
    ]
    // A second path is not tried: the first may have done it.
    const answer = await this.#client.write('PUT', '/ria/basket/orders', params, statusResultSchema, {
      signal,
      kind: 'orders',
      json: { status },
    })
    return answer.status === true
  }

  /** The service's own names; the contract's if the service has no list. */
  async statuses(signal?: AbortSignal, priority: Priority = 'background'): Promise<readonly OrderStatus[]> {
    try {
      const { data } = await this.#statuses.read({ signal, priority, kind: 'orders' })
      return data.length > 0 ? data : contractStatuses
    } catch (error) {
      if (error instanceof ServiceError && (error.code === 'not-found' || error.code === 'unreadable'))
        return contractStatuses
      throw error
    }
  }
}

/** `status: false` without a list is how the basket refuses. */
const refused = (): ServiceError =>
  new ServiceError('rejected', { sent: 'maybe', answered: true, status: 200 })

/** The basket's paths exist with or without their last slash (docs/service/orders.md): the one found is kept. */
class EitherPath<Schema extends z.ZodType> {
  readonly #client: HttpClient
  readonly #schema: Schema
  readonly #params: Params
  #paths: readonly [string, string]

  constructor(client: HttpClient, paths: readonly [string, string], schema: Schema, params: Params = []) {
    this.#client = client
    this.#paths = paths
    this.#schema = schema
    this.#params = params
  }

  async read(options: ReadOptions): Promise<z.output<Schema>> {
    const [first, second] = this.#paths
    try {
      return await this.#client.read(first, this.#params, this.#schema, options)
    } catch (error) {
      if (!(error instanceof ServiceError && error.code === 'not-found')) throw error
      const answer = await this.#client.read(second, this.#params, this.#schema, options)
      this.#paths = [second, first]
      return answer
    }
  }
}
