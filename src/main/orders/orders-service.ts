import type { Failure, Fault } from '#shared/bridge/failure.ts'
import type { AdvertState } from '#shared/inventory/advert.ts'
import type { Order, OrderStatus } from '../service/order.ts'
import { contractStatuses, statusName } from '../service/order-status.ts'
import type { OrderRow, OrdersState } from '#shared/orders/orders-calls.ts'
import type { Unread } from '#shared/bridge/unread.ts'
import { timestamp, type Clock } from '../system/clock.ts'
import { serviceTime } from '../http/service-time.ts'
import { advertIds, openOrdersByAdvert, troublesOf } from './order-troubles.ts'
import type { OrdersTable, SavedOrder } from './orders-table.ts'

/** What the orders need of the service. */
export interface OrderSource {
  /** `total` is the service's own count, which may disagree with the orders. */
  orders(
    signal?: AbortSignal,
  ): Promise<{ total: number; orders: readonly Order[]; unreadable: readonly Fault[] }>
  statuses(signal?: AbortSignal): Promise<readonly OrderStatus[]>
}

export interface OrdersPorts {
  readonly table: OrdersTable
  readonly clock: Clock
  readonly accountId: () => Promise<string>
  readonly source: (accountId: string) => Promise<OrderSource>
  /** States of the adverts that the cache knows. */
  readonly advertStates: (accountId: string, ids: readonly number[]) => Map<number, AdvertState>
  /** For how many days since an order's date its buyer's data may be kept; null = for good. */
  readonly buyerDataDays: () => number | null
  readonly words: (fault: unknown) => Failure
  /** Gets each order that could not be read. */
  readonly onUnread: (fault: Fault) => void
}

export interface ReadOrders {
  /** The contract's own records, newest first, with the name of each status. */
  readonly orders: readonly (Order & { readonly statusName: string })[]
  /** As the service counts them. */
  readonly total: number
  /** How many different orders came and could be read. */
  readonly received: number
  readonly unread: Unread
}

const day = 24 * 3_600_000

/** The orders as saved, and how they are brought up to date. */
export class OrdersService {
  readonly #ports: OrdersPorts
  readonly #failures = new Map<string, Failure>()
  readonly #unread = new Map<string, Unread>()

  constructor(ports: OrdersPorts) {
    this.#ports = ports
  }

  async list(): Promise<OrdersState> {
    return this.#stateOf(await this.#ports.accountId())
  }

  /** Reads orders and statuses; if that fails the state has what is saved, and the reason. @throws Fault `cancelled` */
  async refresh(signal?: AbortSignal): Promise<OrdersState> {
    const accountId = await this.#ports.accountId()
    try {
      await this.read(accountId, signal)
      this.#failures.delete(accountId)
    } catch (error) {
      if (signal?.aborted) throw error
      this.#failures.set(accountId, this.#ports.words(error))
    }
    return this.#stateOf(accountId)
  }

  /**
   * Reads and saves orders and statuses.
   * @throws Fault of the service's family
   */
  async read(accountId: string, signal?: AbortSignal): Promise<ReadOrders> {
    const source = await this.#ports.source(accountId)
    const [{ total, orders, unreadable }, statuses] = await Promise.all([
      source.orders(signal),
      source.statuses(signal),
    ])
    const readAt = timestamp(this.#ports.clock)
    const received = this.#ports.table.save(accountId, {
      orders,
      statuses,
      total,
      readAt,
      forgetBefore: this.#forgetBefore(),
    })
    const came = new Set(orders.map(({ order_id }) => order_id))
    return {
      orders: this.#ports.table
        .orders(accountId)
        .filter(({ order }) => came.has(order.order_id))
        .map(({ order }) => ({ ...order, statusName: statusName(order.status, statuses) })),
      total,
      received,
      unread: this.#recordUnread(accountId, unreadable),
    }
  }

  #recordUnread(accountId: string, faults: readonly Fault[]): Unread {
    for (const fault of faults) this.#ports.onUnread(fault)
    const [first] = faults
    const unread = first ? { count: faults.length, first: this.#ports.words(first) } : null
    this.#unread.set(accountId, unread)
    return unread
  }

  /** Removes buyers' data that may not be kept longer from what is saved. @returns how many orders had any */
  forgetBuyers(): number {
    const before = this.#forgetBefore()
    return before === null ? 0 : this.#ports.table.forget(before)
  }

  #forgetBefore(): string | null {
    const days = this.#ports.buyerDataDays()
    return days === null ? null : serviceTime(this.#ports.clock.now() - days * day)
  }

  #stateOf(accountId: string): OrdersState {
    const { table } = this.#ports
    const saved = table.orders(accountId)
    const orders = saved.map(({ order }) => order)
    const statuses = table.statuses(accountId)
    const reading = table.reading(accountId)
    const open = openOrdersByAdvert(orders)
    const states = this.#ports.advertStates(accountId, [...new Set(orders.flatMap(advertIds))])
    return {
      orders: saved.map((each) => orderRow(each, statuses, troublesOf(each.order, open, states))),
      statuses: statuses.length > 0 ? statuses : [...contractStatuses],
      total: reading?.total ?? saved.length,
      received: reading?.received ?? saved.length,
      readAt: reading?.readAt ?? null,
      failure: this.#failures.get(accountId) ?? null,
      unread: this.#unread.get(accountId) ?? null,
    }
  }
}

const orderRow = (
  { order, forgotten }: SavedOrder,
  statuses: readonly OrderStatus[],
  troubles: OrderRow['troubles'],
): OrderRow => ({
  orderId: order.order_id,
  status: order.status,
  statusName: statusName(order.status, statuses),
  totalOrderSum: order.total_order_sum,
  createdAt: order.created_at ?? '',
  recipient: {
    userId: order.recipient.user_id,
    name: order.recipient.name ?? '',
    email: order.recipient.email ?? '',
    phone: order.recipient.phone ?? '',
  },
  buyerForgotten: forgotten,
  delivery: {
    stateId: order.delivery.state_id,
    cityId: order.delivery.city_id,
    address: order.delivery.address ?? '',
    service: order.delivery.service ?? '',
    department: order.delivery.department ?? '',
  },
  items: order.items.map((item) => ({
    advId: item.adv_id,
    name: item.name ?? '',
    price: item.price,
    count: item.count,
    note: item.note ?? '',
    vendorCode: item.vendor_code ?? '',
    catalogNumbers: (item.catalog_numbers ?? []).filter((each) => each !== null),
  })),
  troubles,
})
