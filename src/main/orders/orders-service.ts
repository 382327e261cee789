import { Fault, type Failure } from '#shared/bridge/failure.ts'
import type { Order, OrderStatus } from '../service/order.ts'
import { contractStatuses, statusName } from '../service/order-status.ts'
import type { OrderChange } from '#shared/orders/order-change.ts'
import type { OrderRow, OrdersReading, OrdersState } from '#shared/orders/orders-calls.ts'
import type { Unread } from '#shared/bridge/unread.ts'
import { timestamp, type Clock } from '../system/clock.ts'
import { serviceTime } from '../http/service-time.ts'
import type { FileBytes } from '../files/file-bytes.ts'
import type { BuyerKey, BuyerKeys } from './buyer-key.ts'
import { OrderWatch } from './order-watch.ts'
import { orderRow } from './order-row.ts'
import { advertIds, openOrdersByAdvert, troublesOf, type OrderedAdvert } from './order-troubles.ts'
import type { OrdersTable } from './orders-table.ts'

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
  readonly keys: BuyerKeys
  readonly clock: Clock
  readonly accountId: () => Promise<string>
  readonly source: (accountId: string) => Promise<OrderSource>
  /** Those of the adverts that the cache knows. */
  readonly adverts: (accountId: string, ids: readonly number[]) => ReadonlyMap<number, OrderedAdvert>
  /** Whether this app's last write said that the advert is in stock; null if it said nothing. */
  readonly inStock: (accountId: string, advertId: number) => boolean | null
  /** For how many days since an order's date its buyer's data may be kept; null = for good. */
  readonly buyerDataDays: () => number | null
  readonly words: (fault: unknown) => Failure
  /** Gets each order that could not be read. */
  readonly onUnread: (fault: Fault) => void
  /** Something was found, or looked at. */
  readonly onChanges?: (accountId: string) => void
  /** What is on the screen may still show buyers that are erased. */
  readonly onErased?: () => void
}

/** `orders`: names of statuses that are known are not asked for again, which saves a call. */
type ReadingWay = 'whole' | 'orders'

/** What a reading came to. */
export interface Reading {
  /** As the service counts them. */
  readonly total: number
  /** How many different orders came and could be read. */
  readonly received: number
  readonly unread: Unread
  /** How many changes since the reading before were found. */
  readonly changes: number
  /** The numbers of the orders that came. */
  readonly came: ReadonlySet<number>
}

export interface ReadOrders extends Reading {
  /** The contract's own records with the name of each status. */
  readonly orders: readonly (Order & { readonly statusName: string })[]
}

/** What a reading in the background came to. */
export interface Polled {
  readonly accountId: string
  readonly failed: boolean
  readonly reading: OrdersReading
  /** Null if nothing has changed. */
  readonly state: OrdersState | null
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

const day = 24 * 3_600_000

/** The orders as saved, and how they are brought up to date. */
export class OrdersService {
  readonly #ports: OrdersPorts
  readonly #failures = new Map<string, Failure>()
  readonly #unread = new Map<string, Unread>()
  #sealedBy: string | null = null
  readonly #reading = new Map<string, Promise<unknown>>()

  constructor(ports: OrdersPorts) {
    this.#ports = ports
  }

  async list(): Promise<OrdersState> {
    return this.#stateOf(await this.#ports.accountId())
  }

  /** Reads orders and statuses; if that fails the state has what is saved, and the reason. @throws Fault `cancelled` */
  async refresh(signal?: AbortSignal): Promise<OrdersState> {
    const accountId = await this.#ports.accountId()
    await this.#ports.keys.askAgain()
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
   * Reads and saves orders and statuses; readings of one account follow each other.
   * @throws Fault `cancelled`, or one of the service's family
   */
  read(accountId: string, signal?: AbortSignal, how: ReadingWay = 'whole'): Promise<Reading> {
    const before = this.#reading.get(accountId)
    const reading = this.#readAfter(before, accountId, signal, how)
    const settled = Promise.allSettled([before, reading]).then(() => {
      if (this.#reading.get(accountId) === settled) this.#reading.delete(accountId)
    })
    this.#reading.set(accountId, settled)
    return reading
  }

  /**
   * Reads the orders unasked; if a reading is under way already, that is enough.
   * @returns the state if something changed, what the reading came to if not; null if there was no need to read
   * @throws Fault `cancelled`
   */
  async poll(signal: AbortSignal): Promise<Polled | null> {
    const accountId = await this.#ports.accountId()
    if (this.#reading.has(accountId)) return null
    const failed = this.#failures.has(accountId)
    let changes = 0
    try {
      changes = (await this.read(accountId, signal, 'orders')).changes
      this.#failures.delete(accountId)
    } catch (error) {
      if (signal.aborted) throw error
      this.#failures.set(accountId, this.#ports.words(error))
    }
    const reading = await this.#readingOf(accountId)
    return {
      accountId,
      failed: reading.failure !== null,
      reading,
      state: changes > 0 || failed ? await this.#stateOf(accountId) : null,
    }
  }

  /** When the account's orders were read last, ISO 8601; null before the first time. */
  readAt(accountId: string): string | null {
    return this.#ports.table.reading(accountId)?.readAt ?? null
  }

  /** The same for the command line. @returns what was read, too, newest first, without buyers that may not be kept */
  async readList(accountId: string, signal?: AbortSignal): Promise<ReadOrders> {
    const reading = await this.read(accountId, signal)
    const { seal } = await this.#key()
    const statuses = this.#ports.table.statuses(accountId)
    const orders = this.#ports.table
      .orders(accountId, seal)
      .filter(({ order }) => reading.came.has(order.order_id))
      .map(({ order }) => ({ ...order, statusName: statusName(order.status, statuses) }))
    return { ...reading, orders }
  }

  async #readAfter(
    before: Promise<unknown> | undefined,
    accountId: string,
    signal: AbortSignal | undefined,
    how: ReadingWay,
  ): Promise<Reading> {
    await Promise.race([before, signal && aborted(signal)])
    if (signal?.aborted) throw new Fault('cancelled')
    const { table, clock, onChanges } = this.#ports
    const source = await this.#ports.source(accountId)
    const { seal } = await this.#key()
    const askedAt = timestamp(clock)
    const known = how === 'orders' ? table.statuses(accountId) : []
    const [{ total, orders, unreadable }, statuses] = await Promise.all([
      source.orders(signal),
      known.length > 0 ? known : source.statuses(signal),
    ])
    const reading = { orders, statuses, total, askedAt, readAt: timestamp(clock) }
    const compared = table.save(accountId, { ...reading, forgetBefore: this.#forgetBefore() }, seal)
    if (compared.changes > 0) onChanges?.(accountId)
    const unread = this.#recordUnread(accountId, unreadable)
    return { ...compared, total, unread, came: new Set(orders.map(({ order_id }) => order_id)) }
  }

  /** The key of the buyers' data; what an older version saved openly is sealed by it first. */
  async #key(): Promise<BuyerKey> {
    const key = await this.#ports.keys.current()
    if (this.#sealedBy !== key.seal.keyId) this.#ports.table.sealOpen(key.seal, key.session === null)
    this.#sealedBy = key.seal.keyId
    return key
  }

  /** Seals what an older version saved openly; asks no keychain if there is nothing. */
  async sealBuyers(): Promise<void> {
    if (this.#ports.table.hasOpen()) await this.#key()
  }

  /** Takes the changes that nobody was told of: who gets them tells them, once. */
  claimUntold(accountId: string): OrderChange[] {
    return this.#ports.table.changes.claimUntold(accountId)
  }

  /** What was found out about an order of the account of now, oldest first. */
  async timeline(orderId: number): Promise<OrderChange[]> {
    return this.#ports.table.changes.timeline(await this.#ports.accountId(), orderId)
  }

  /** The changes of the account as a watch on the command line tells them. */
  watch(accountId: string): OrderWatch {
    return new OrderWatch(this.#ports.table.changes, accountId)
  }

  /** How many orders of the account of now have changes that were not looked at. */
  async unseen(): Promise<number> {
    return this.#ports.table.changes.unseen(await this.#ports.accountId()).size
  }

  /** @param orderIds null = all of the account */
  async markSeen(orderIds: readonly number[] | null): Promise<number> {
    const accountId = await this.#ports.accountId()
    this.#ports.table.changes.markSeen(accountId, orderIds)
    this.#ports.onChanges?.(accountId)
    return this.unseen()
  }

  /** Marks an order as handled; null takes the mark away. */
  async handle(orderId: number, handled: { readonly note: string } | null): Promise<OrderRow['handled']> {
    const accountId = await this.#ports.accountId()
    const { marks } = this.#ports.table
    if (handled === null) {
      marks.remove(accountId, orderId)
      return null
    }
    const mark = { handledAt: timestamp(this.#ports.clock), note: handled.note.trim() }
    marks.put(accountId, orderId, mark, (await this.#key()).seal)
    return { at: mark.handledAt, note: mark.note }
  }

  /** These orders as a table, in this order. */
  async exported(orderIds: readonly number[], format: 'csv' | 'xlsx'): Promise<FileBytes> {
    const { orders } = await this.list()
    const byId = new Map(orders.map((order) => [order.orderId, order]))
    const chosen = orderIds.flatMap((id) => byId.get(id) ?? [])
    const day = timestamp(this.#ports.clock).slice(0, 10)
    // Loaded when it is first asked for: a start needs none of it.
    const { ordersFile } = await import('./orders-export.ts')
    return ordersFile(chosen, format, day)
  }

  /**
   * Removes the data of all buyers, with the key that could open an older copy of it.
   * @returns of how many orders
   * @throws Fault `keychain-locked` or `keychain-unavailable` if the key stays; the data is gone
   */
  async eraseBuyers(): Promise<number> {
    const count = this.#ports.table.erase()
    this.#ports.onErased?.()
    await this.#ports.keys.destroy()
    return count
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
    // First, because the time zone takes long to be read, and most commands have no orders.
    if (!this.#ports.table.hasBuyers()) return 0
    const before = this.#forgetBefore()
    return before === null ? 0 : this.#ports.table.forget(before)
  }

  #forgetBefore(): string | null {
    const days = this.#ports.buyerDataDays()
    return days === null ? null : serviceTime(this.#ports.clock.now() - days * day)
  }

  async #stateOf(accountId: string): Promise<OrdersState> {
    const { table, inStock } = this.#ports
    const { seal } = await this.#key()
    const saved = table.orders(accountId, seal)
    const orders = saved.map(({ order }) => order)
    const statuses = table.statuses(accountId)
    const adverts = this.#ports.adverts(accountId, [...new Set(orders.flatMap(advertIds))])
    const around = {
      open: openOrdersByAdvert(
        saved.filter(({ vanishedAt }) => vanishedAt === null).map(({ order }) => order),
      ),
      adverts,
      inStock: (id: number) => inStock(accountId, id),
    }
    return {
      ...(await this.#readingOf(accountId)),
      orders: saved.map((each) =>
        orderRow(each, statuses, each.vanishedAt === null ? troublesOf(each.order, around) : [], adverts),
      ),
    }
  }

  async #readingOf(accountId: string): Promise<OrdersReading> {
    const { table, keys } = this.#ports
    const statuses = table.statuses(accountId)
    const reading = table.reading(accountId)
    return {
      statuses: statuses.length > 0 ? statuses : [...contractStatuses],
      total: reading?.total ?? 0,
      received: reading?.received ?? 0,
      readAt: reading?.readAt ?? null,
      failure: this.#failures.get(accountId) ?? null,
      unread: this.#unread.get(accountId) ?? null,
      session: (await keys.current()).session,
    }
  }
}
