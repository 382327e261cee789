import { z } from 'zod'
import { currencyCodes } from '#shared/batch/currency.ts'
import { idText } from '../bridge/bounds.ts'
import { call } from '../bridge/call.ts'
import { failureSchema } from '../bridge/failure.ts'
import { unreadSchema } from '../bridge/unread.ts'
import { advertStates } from '../inventory/advert.ts'
import { orderChangeSchema } from './order-change.ts'
import {
  mostStatusChanges,
  sentStatusSchema,
  statusChangeSchema,
  statusDoubtSchema,
  statusResultSchema,
  statusServiceSchema,
} from './order-status.ts'

/**
 * Reasons for attention to an order. It names an advert that is gone or sold, or that another open order names too. Its
 * car is still on sale, or still in stock by this app's last write; or its price is not the advert's. First of all: a
 * status was sent for it, and it is not known whether it was set.
 */
export const orderTroubles = [
  'status-in-doubt',
  'advert-gone',
  'advert-sold',
  'ordered-twice',
  'still-on-sale',
  'in-stock',
  'price-differs',
] as const

/**
 * States of an order's buyer: shown, or hidden with the reason: kept long enough, erased by the dealer, or sealed by a
 * key that isn't here.
 */
export const buyerStates = ['here', 'forgotten', 'erased', 'locked'] as const

const handledSchema = z
  .object({
    at: z.string(),
    note: z.string(),
    /** There is a note, which can't be opened: its key isn't here. */
    locked: z.boolean(),
  })
  .nullable()

/** An order as the grid shows it; the fields carry the contract's meaning. */
export const orderRowSchema = z.object({
  orderId: z.number(),
  status: z.number().nullable(),
  /** The service's own name of the status, or the contract's if the service gives none. */
  statusName: z.string(),
  /** The same in the app's language; as it came if its meaning is not known. */
  statusWords: z.string(),
  /** The service names no currency for it. */
  totalOrderSum: z.number().nullable(),
  createdAt: z.string(),
  recipient: z.object({
    userId: z.number().nullable(),
    name: z.string(),
    email: z.string(),
    phone: z.string(),
  }),
  buyer: z.enum(buyerStates),
  delivery: z.object({
    stateId: z.number().nullable(),
    cityId: z.number().nullable(),
    address: z.string(),
    service: z.string(),
    /** Branch of the delivery service; blank if the service names none (docs/service/orders.md). */
    department: z.string(),
  }),
  items: z.array(
    z.object({
      advId: z.number().nullable(),
      name: z.string(),
      price: z.number().nullable(),
      /** The currency in which the saved advert has this price; null if it has it in none. The service names none. */
      priceLike: z.enum(currencyCodes).nullable(),
      /** The saved advert, with the currency that it is offered in; null if it isn't saved. */
      advert: z.object({ state: z.enum(advertStates), currency: z.string() }).nullable(),
      count: z.number().nullable(),
      note: z.string(),
      vendorCode: z.string(),
      catalogNumbers: z.array(z.string()),
    }),
  ),
  troubles: z.array(z.enum(orderTroubles)),
  /** Other open orders that name a car of this one, while this one is open. */
  sameCar: z.array(z.number()),
  /** Time when a whole list came without the order, ISO 8601; null while the service lists it. */
  vanishedAt: z.string().nullable(),
  /** The dealer's own mark, which stays on this computer. */
  handled: handledSchema,
  /** The desk of the team that takes care of it, and whether that is this one; null if none has taken it. */
  takenBy: z.object({ name: z.string(), own: z.boolean() }).nullable(),
  /** It has changes that were not looked at. */
  unseen: z.boolean(),
  /** A status that was sent, and of which it is not known whether it was set. */
  statusDoubt: statusDoubtSchema.nullable(),
})
export type OrderRow = z.infer<typeof orderRowSchema>

/** Why buyers' data and notes are kept until the app ends only; null if their key is in the keychain. */
const sessionSchema = z.enum(['keychain-locked', 'keychain-unavailable']).nullable()

/** Result of the last reading. */
const readingSchema = z.object({
  statuses: z.array(z.object({ id: z.number(), name: z.string(), words: z.string() })),
  /** Number of orders that the service counted at the last reading. */
  total: z.number(),
  /** Number of orders of the last reading that came and could be read: fewer than `total` if its list was cut short. */
  received: z.number(),
  /** Time when the orders were read, ISO 8601; null before the first time. */
  readAt: z.string().nullable(),
  /** Why the last reading failed while saved orders are shown; null when it didn't. */
  failure: failureSchema.nullable(),
  /** Orders of the last reading that stand in no row, because they could not be read. */
  unread: unreadSchema,
  session: sessionSchema,
})

/** The id of a change. */
const changeId = z.int().min(0).max(Number.MAX_SAFE_INTEGER)

export const ordersStateSchema = readingSchema.extend({
  /** Account of these orders. */
  accountId: z.string(),
  orders: z.array(orderRowSchema),
  statusService: statusServiceSchema,
  /** The newest change that these orders show; 0 without any. */
  lastChange: changeId,
  /** Statuses that were sent, and of which it is not known whether they were set. */
  inDoubt: z.int(),
  /** A team shares the orders: a desk takes one, and the others see it. */
  isShared: z.boolean(),
})
export type OrdersReading = z.infer<typeof readingSchema>
export type OrdersState = z.infer<typeof ordersStateSchema>

const orderId = z.int().min(0).max(Number.MAX_SAFE_INTEGER)
const unseenSchema = z.object({ count: z.int() })
/** Orders that have changes yet which were not looked at. */
const seenSchema = unseenSchema.extend({ unseen: z.array(z.number()) })
export type SeenOrders = z.infer<typeof seenSchema>
/** Letters of a note of the dealer's own. */
export const longestNote = 2_000

export const ordersCalls = {
  /** Orders as saved; nothing is sent. */
  'orders:list': call(z.null(), ordersStateSchema),
  /** Reads orders and statuses from the service, saves them, answers what is saved. */
  'orders:refresh': call(z.null(), ordersStateSchema),
  /** Findings about an order, oldest first. */
  'orders:timeline': call(z.object({ orderId }), z.array(orderChangeSchema)),
  /** Number of orders that have changes that were not looked at, and how many statuses are in doubt. */
  'orders:unseen': call(z.null(), unseenSchema.extend({ inDoubt: z.int() })),
  /** The dealer has looked at these orders (null = at all) as they were at a change; what came after it stays unseen. */
  'orders:seen': call(
    z.object({ orderIds: z.array(orderId).max(10_000).nullable(), until: changeId }),
    seenSchema,
  ),
  /** Marks an order as handled, with a note, or takes the mark away (null). */
  'orders:handle': call(
    z.object({ orderId, handled: z.object({ note: z.string().max(longestNote) }).nullable() }),
    handledSchema,
  ),
  /** Takes an order for this desk, which every desk of the team sees, or gives it back; if another took it meanwhile, that is shown. */
  'orders:take': call(z.object({ orderId, take: z.boolean() }), ordersStateSchema),
  /**
   * Sets statuses of orders as the dealer has seen them, one after the other; each is sent once and read again. What they came
   * to, in their order, and after them what was in doubt before. Refused if the account is another one now.
   */
  'orders:set-status': call(
    z.object({ accountId: idText, changes: z.array(statusChangeSchema).min(1).max(mostStatusChanges) }),
    z.array(statusResultSchema),
  ),
  /** The statuses that this app sent last, the newest first. */
  'orders:sent-statuses': call(z.null(), z.array(sentStatusSchema)),
  /** Sends no more of the statuses that are being set; what became of each is answered to the call that set them. */
  'orders:stop-status': call(z.null(), z.null()),
  /** Reads the orders to learn what became of statuses that are in doubt; nothing is sent again. */
  'orders:check-status': call(z.object({ accountId: idText }), z.array(statusResultSchema)),
  /** These orders as a table for a spreadsheet, in their order. */
  'orders:export': call(
    z.object({ orderIds: z.array(orderId).max(200_000), format: z.enum(['csv', 'xlsx']) }),
    z.object({ fileName: z.string(), text: z.instanceof(Uint8Array) }),
  ),
  /** Removes the data of all buyers of all accounts for good. Answers of how many orders. */
  'orders:erase-buyers': call(z.null(), z.object({ count: z.int() })),
}

export const ordersEvents = {
  'orders:changed': ordersStateSchema,
  /** A reading found nothing new. */
  'orders:read': readingSchema,
  'orders:unseen': unseenSchema,
  /** A notice was clicked: the window shows the orders. */
  'orders:open': z.null(),
  /** A reading waits because the quota is used up: when it may begin, ISO 8601; null when it waits no more. */
  'orders:waiting': z.object({ until: z.string().nullable() }),
}
