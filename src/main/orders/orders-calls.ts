import type { Handlers } from '#shared/bridge/call.ts'
import type { ordersCalls } from '#shared/orders/orders-calls.ts'
import type { OrderStatusService } from './status/order-status-service.ts'
import type { OrdersService } from './orders-service.ts'

export const ordersHandlers = (
  orders: OrdersService,
  statuses: OrderStatusService,
  take: (orderId: number, take: boolean) => Promise<void>,
): Handlers<typeof ordersCalls, AbortSignal> => ({
  'orders:list': () => orders.list(),
  'orders:refresh': (_request, signal) => orders.refresh(signal),
  'orders:timeline': ({ orderId }) => orders.timeline(orderId),
  'orders:unseen': async () => ({ count: await orders.unseen(), inDoubt: await orders.inDoubt() }),
  'orders:seen': ({ orderIds, until }) => orders.markSeen(orderIds, until),
  'orders:handle': ({ orderId, handled }) => orders.handle(orderId, handled),
  'orders:take': async (asked) => {
    await take(asked.orderId, asked.take)
    return orders.list()
  },
  'orders:set-status': ({ accountId, changes }, signal) => statuses.set(changes, { accountId, signal }),
  'orders:sent-statuses': () => orders.sentStatuses(),
  'orders:stop-status': () => {
    statuses.stop()
    return null
  },
  'orders:check-status': ({ accountId }, signal) => statuses.check({ accountId, signal }),
  'orders:export': ({ orderIds, format }) => orders.exported(orderIds, format),
  'orders:erase-buyers': async () => ({ count: await orders.eraseBuyers() }),
})
