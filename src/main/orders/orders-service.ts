import { Fault } from '#shared/bridge/failure.ts'
import type { OrderChange } from '#shared/orders/order-change.ts'
import type { OrderRow, OrdersReading, OrdersState, SeenOrders } from '#shared/orders/orders-calls.ts'
import type { FileBytes } from '../files/file-bytes.ts'
import type { SentStatus } from '#shared/orders/order-status.ts'
import { serviceTime } from '#shared/time/service-time.ts'
import type { Context } from '../context/context.ts'
import type { Order } from '../service/order.ts'
import { statusName } from '../service/order-status.ts'
import { timestamp } from '../system/clock.ts'
import { OrderReadings, type Reading, OrderVault } from './order-readings.ts'
import type { OrdersPorts } from './orders-ports.ts'
import { orderRow } from './order-row.ts'
import { advertIds, openOrdersByAdvert, checked, unchecked } from './order-troubles.ts'
import type { OrdersTable } from './orders-table.ts'
import { OwnStatusChanges } from './own-status-changes.ts'
import type { StatusReading } from './status/status-reading.ts'
import { OrderWatch } from './order-watch.ts'

export interface ReadOrders extends Reading {
  /** The contract's own records with the name of each status. */
  readonly orders: readonly (Order & { readonly statusName: string })[]
}

/** Result of a reading in the background. */
export interface Polled {
  readonly accountId: string
  readonly failed: boolean
  readonly reading: OrdersReading
  /** Null if nothing has changed. */
  readonly state: OrdersState | null
}

const day = 24 * 3_600_000

/** The orders as saved, and how they are brought up to date. */
export class OrdersService {
  readonly #ports: OrdersPorts
  /** The key of buyers’ data, for what else of them is saved. */
  readonly vault: OrderVault
  readonly readings: OrderReadings
  /** The orders as they are saved. */
  readonly table: OrdersTable
  /** Statuses that are being set here. */
  readonly ownStatuses = new OwnStatusChanges()
  /** Up to which change the window was shown the orders of an account. */
  readonly #shown = new Map<string, number>()
  /** Up to which change it was announced that there are any. */
  readonly #announced = new Map<string, number>()

  constructor(ports: OrdersPorts) {
    this.#ports = ports
    this.table = ports.table
    this.vault = new OrderVault(ports.keys, ports.table.removal)
    this.readings = new OrderReadings(ports, this.vault, this.ownStatuses, this)
  }

  async list(): Promise<OrdersState> {
    return this.#stateOf(await this.#ports.accountId())
  }

  /** The statuses of the account's orders that this app sent last, the newest first. */
  async sentStatuses(): Promise<SentStatus[]> {
    return [...this.#ports.sentStatuses(await this.#ports.accountId())]
  }

  /** Reads orders and statuses; if that fails the state has what is saved, and the reason. @throws Fault `cancelled` */
  async refresh(signal?: AbortSignal): Promise<OrdersState> {
    const accountId = await this.#ports.accountId()
    await this.#ports.keys.askAgain()
    await this.readings.attempt(accountId, signal)
    return this.#stateOf(accountId)
  }

  /**
   * Reads the orders unasked; if a reading is under way already, that is enough.
   * @returns the state if something changed, what the reading came to if not; null if there was no need to read
   * @throws Fault `cancelled`
   */
  async poll(signal: AbortSignal): Promise<Polled | null> {
    const accountId = await this.#ports.accountId()
    if (this.readings.isRunning(accountId)) return null
    const hadFailed = this.readings.hasFailed(accountId)
    await this.readings.attempt(accountId, signal, 'orders-only')
    const reading = await this.readings.last(accountId)
    const last = this.table.changes.last(accountId)
    // Another program on the same folder, such as the command line, may have found something meanwhile.
    if (last !== this.#announced.get(accountId)) this.announce(accountId)
    const isNew = last !== this.#shown.get(accountId)
    return {
      accountId,
      failed: reading.failure !== null,
      reading,
      state: isNew || hadFailed ? await this.#stateOf(accountId) : null,
    }
  }

  /** Time when the account's orders were read last, ISO 8601; null before the first time. */
  readAt(accountId: string): string | null {
    return this.table.reading(accountId)?.readAt ?? null
  }

  /**
   * Reads and saves the orders at once, for what is about to be sent or was just sent.
   * @throws as `read`; Fault `quota` if it is used up
   */
  async readStatuses(accountId: string, signal?: AbortSignal): Promise<StatusReading> {
    const options = { scope: 'orders-only', priority: 'interactive' } as const
    const { total, received, unread, came } = await this.readings.read(accountId, signal, options)
    const listed = [...this.table.listedStatuses(accountId)].filter(([id]) => came.has(id))
    return { statuses: new Map(listed), isWhole: received >= total && unread === null }
  }

  /** The order's status as this desk last read it; undefined if it knows none. */
  savedStatus(accountId: string, orderId: number): number | null | undefined {
    return this.table.listedStatuses(accountId).get(orderId)
  }

  /** The service's own name of a status. */
  statusName(accountId: string, status: number | null): string {
    return statusName(status, this.table.statuses(accountId))
  }

  /** The same for the command line. @returns what was read, too, newest first, without buyers that may not be kept */
  async readList(accountId: string, signal?: AbortSignal): Promise<ReadOrders> {
    const reading = await this.readings.read(accountId, signal)
    const { seal } = await this.vault.key()
    const statuses = this.table.statuses(accountId)
    const orders = this.table
      .orders(accountId, seal)
      .filter(({ order }) => reading.came.has(order.order_id))
      .map(({ order }) => ({ ...order, statusName: statusName(order.status, statuses) }))
    return { ...reading, orders }
  }

  /** Does what the last start left of an erasing: it was ended, or the keychain was locked. */
  async finishErasing(): Promise<void> {
    const { removal, own } = this.table
    removal.finish()
    // A keychain that is still locked is asked again at the next start.
    if (own.owes('key')) await this.#destroyKey().catch(() => undefined)
  }

  async #destroyKey(): Promise<void> {
    const { own, buyers } = this.table
    try {
      await this.#ports.keys.destroy()
    } catch (error) {
      // Where there never was a keychain, the key was in memory alone.
      const isNone = error instanceof Fault && error.code === 'keychain-unavailable' && !buyers.hasKeptKey()
      if (!isNone) throw error
    }
    own.settle('key')
  }

  /** Findings about an order of the current account, oldest first. */
  async timeline(orderId: number): Promise<OrderChange[]> {
    return this.table.changes.timeline(await this.#ports.accountId(), orderId)
  }

  /** Changes of the account for a watch on the command line. */
  watch(accountId: string): OrderWatch {
    return new OrderWatch(this.table.changes, accountId)
  }

  /** Number of orders of the current account that have changes that were not looked at. */
  async unseen(): Promise<number> {
    return this.table.changes.unseen(await this.#ports.accountId()).size
  }

  /** Number of statuses of the current account that were sent without it being known whether they were set. */
  async inDoubt(): Promise<number> {
    return this.#ports.doubts(await this.#ports.accountId()).size
  }

  /**
   * The dealer has looked at these orders as they were at a change; what came after it stays unseen.
   * @param orderIds null = all of the account
   */
  async markSeen(orderIds: readonly number[] | null, until: number): Promise<SeenOrders> {
    const accountId = await this.#ports.accountId()
    const { changes } = this.table
    changes.markSeen(accountId, orderIds, until)
    this.announce(accountId)
    const unseen = [...changes.unseen(accountId)]
    return { count: unseen.length, unseen }
  }

  /** Marks an order as handled; null takes the mark away. */
  async handle(orderId: number, handled: { readonly note: string } | null): Promise<OrderRow['handled']> {
    const accountId = await this.#ports.accountId()
    const { marks } = this.table
    if (handled === null) {
      marks.remove(accountId, orderId)
      return null
    }
    const mark = { handledAt: timestamp(this.#ports.clock), note: handled.note.trim() }
    const { handledAt: at, note, locked } = marks.put(accountId, orderId, mark, (await this.vault.key()).seal)
    return { at, note, locked }
  }

  /** These orders as a table, in this order. */
  async exported(orderIds: readonly number[], format: 'csv' | 'xlsx'): Promise<FileBytes> {
    const { orders } = await this.list()
    const byId = new Map(orders.map((order) => [order.orderId, order]))
    const chosen = orderIds.flatMap((id) => byId.get(id) ?? [])
    const today = timestamp(this.#ports.clock).slice(0, 10)
    // Loaded when it is first asked for: a start needs none of it.
    const { ordersFile } = await import('./orders-export.ts')
    return ordersFile(chosen, format, today)
  }

  /**
   * Removes the data of all buyers, with the key that could open an older copy of it.
   * @returns of how many orders
   * @throws Fault `keychain-locked` or `keychain-unavailable` if the key stays: the data is gone, and the key at a later start
   */
  async eraseBuyers(): Promise<number> {
    try {
      return this.table.removal.erase()
    } finally {
      // Whatever kept the data from being removed, without the key it can't be opened.
      this.#ports.onErased?.()
      await this.#destroyKey()
    }
  }

  /** Removes buyers' data that may not be kept longer from what is saved. @returns how many orders had any */
  forgetBuyers(): number {
    // First, because the time zone takes long to be read, and most commands have no orders.
    if (!this.table.removal.hasBuyers()) return 0
    const before = this.forgetBefore()
    return before === null ? 0 : this.table.removal.forget(before)
  }

  /** Buyers' data from before this moment may not be kept, in the service's own form of time; null = it is kept for good. */
  forgetBefore(): string | null {
    const days = this.#ports.buyerDataDays()
    return days === null ? null : serviceTime(this.#ports.retentionNow() - days * day)
  }

  /** Orders of the account have changed, or were looked at. */
  announce(accountId: string): void {
    this.#announced.set(accountId, this.table.changes.last(accountId))
    this.#ports.onChanges?.(accountId)
  }

  async #stateOf(accountId: string): Promise<OrdersState> {
    const { inStock } = this.#ports
    const { table } = this
    const reading = await this.readings.last(accountId)
    const { seal } = await this.vault.key()
    const lastChange = table.changes.last(accountId)
    this.#shown.set(accountId, lastChange)
    const saved = table.orders(accountId, seal)
    const statuses = table.statuses(accountId)
    const orders = saved.map(({ order }) => order)
    const doubts = this.#ports.doubts(accountId)
    const taken = this.#ports.taken(accountId)
    const adverts = this.#ports.adverts(accountId, [...new Set(orders.flatMap(advertIds))])
    const around = {
      open: openOrdersByAdvert(
        saved.filter(({ vanishedAt }) => vanishedAt === null).map(({ order }) => order),
      ),
      adverts,
      inStock: (id: number) => inStock(accountId, id),
    }
    return {
      ...reading,
      accountId,
      lastChange,
      inDoubt: doubts.size,
      isShared: taken !== null,
      statusService: this.#ports.statusService(accountId),
      orders: saved.map((each) => {
        const doubt = doubts.get(each.order.order_id) ?? null
        const found = each.vanishedAt === null ? checked(each.order, around) : unchecked
        const takenBy = taken?.get(each.order.order_id) ?? null
        return { ...orderRow({ ...each, doubt }, statuses, found, adverts), takenBy }
      }),
    }
  }
}

/** Sends the orders of the current account to the window. */
export function showOrders(publish: Context['publish'], orders: OrdersService): void {
  void orders.list().then(
    (state) => publish('orders:changed', state),
    // Without an account there is no page to bring up to date.
    () => undefined,
  )
}
