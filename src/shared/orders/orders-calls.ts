import { z } from 'zod'
import { call } from '../bridge/call.ts'
import { failureSchema } from '../bridge/failure.ts'
import { unreadSchema } from '../bridge/unread.ts'

/** What about an order needs attention: it names an advert that is gone, that another order names too, or that is still on sale. */
export const orderTroubles = ['advert-gone', 'ordered-twice', 'still-on-sale'] as const

/** An order as the grid shows it; the fields carry the contract's meaning. */
export const orderRowSchema = z.object({
  orderId: z.number(),
  status: z.number().nullable(),
  /** The service's own name of the status, or the contract's if the service gives none. */
  statusName: z.string(),
  totalOrderSum: z.number().nullable(),
  createdAt: z.string(),
  recipient: z.object({
    userId: z.number().nullable(),
    name: z.string(),
    email: z.string(),
    phone: z.string(),
  }),
  /** The buyer's data was kept for as long as the settings say, and is gone. */
  buyerForgotten: z.boolean(),
  delivery: z.object({
    stateId: z.number().nullable(),
    cityId: z.number().nullable(),
    address: z.string(),
    service: z.string(),
    /** Branch of the delivery service; blank if the service names none (docs/service/practice.md, "orders"). */
    department: z.string(),
  }),
  items: z.array(
    z.object({
      advId: z.number().nullable(),
      name: z.string(),
      price: z.number().nullable(),
      count: z.number().nullable(),
      note: z.string(),
      vendorCode: z.string(),
      catalogNumbers: z.array(z.string()),
    }),
  ),
  troubles: z.array(z.enum(orderTroubles)),
})
export type OrderRow = z.infer<typeof orderRowSchema>

export const ordersStateSchema = z.object({
  orders: z.array(orderRowSchema),
  statuses: z.array(z.object({ id: z.number(), name: z.string() })),
  /** How many orders the service counted at the last reading. */
  total: z.number(),
  /** How many orders of the last reading came and could be read: fewer than `total` if its list was cut short. */
  received: z.number(),
  /** When the orders were read, ISO 8601; null before the first time. */
  readAt: z.string().nullable(),
  /** Why the last reading failed while saved orders are shown; null when it didn't. */
  failure: failureSchema.nullable(),
  /** Orders of the last reading that stand in no row, because they could not be read. */
  unread: unreadSchema,
})
export type OrdersState = z.infer<typeof ordersStateSchema>

export const ordersCalls = {
  /** Orders as saved; nothing is sent. */
  'orders:list': call(z.null(), ordersStateSchema),
  /** Reads orders and statuses from the service, saves them, answers what is saved. */
  'orders:refresh': call(z.null(), ordersStateSchema),
}

export const ordersEvents = {
  'orders:changed': ordersStateSchema,
  /** A reading waits because the quota is used up: when it may begin, ISO 8601; null when it waits no more. */
  'orders:waiting': z.object({ until: z.string().nullable() }),
}
