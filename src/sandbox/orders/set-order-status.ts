import { z } from 'zod'
import { notEnoughData, notFound, ok, refusal, type Answer } from '../http/answers.ts'
import type { Call } from '../http/call.ts'
import { wholeNumber } from '../http/query.ts'
import type { OrderBook } from './order-book.ts'
import { orderStatuses } from './order.ts'

export interface StatusParts {
  readonly orders: OrderBook
  readonly userId: number
  /** The status list as the profile has it. */
  readonly statuses: readonly number[]
}

const bodySchema = z.looseObject({ status: z.int() })
const noObject = refusal(400, 'BAD_REQUEST', 'The body is a JSON object with the status')

/** "All" stands in the list, and no order has it. */
const all = orderStatuses.find(({ name }) => name === 'Все')?.id

/** PUT /ria/basket/orders (docs/service/orders.md): gives an order a status of the status list. */
export function setOrderStatus({ query, body }: Call, { orders, userId, statuses }: StatusParts): Answer {
  const user = wholeNumber(query.get('user_id'))
  const id = wholeNumber(query.get('order_id'))
  if (user === undefined || id === undefined) return notEnoughData
  if (user !== userId) return notFound('User')
  if (!orders.all().some((order) => order.order_id === id)) return notFound('Order')
  const asked = bodySchema.safeParse(parsed(body)).data
  if (asked === undefined) return noObject
  const { status } = asked
  if (status === all || !statuses.includes(status))
    return refusal(400, 'BAD_REQUEST', 'An order has no such status')
  orders.put({ order_id: id, status })
  return ok({ status: true })
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
