import { SvelteMap } from 'svelte/reactivity'
import type { Client } from '#shared/bridge/call.ts'
import type { Calls, Events } from '#shared/bridge/calls.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import type { OrderRow, OrdersState as Orders } from '#shared/orders/orders-calls.ts'
import type { Listen } from '../bridge.ts'
import { RequestState } from '../ui/request.svelte.ts'
import type { OrderChange } from '#shared/orders/order-change.ts'
import { OrderFilters, deliveriesOf } from './order-filters.svelte.ts'
import {
  countStatuses,
  filterOrders,
  needsCheck,
  sortOrders,
  type OrderSort,
  type StatusCount,
} from './order-list.ts'
import { getLocale } from '#shared/i18n/locale.ts'
import type { AppContext } from '../ui/app-context.ts'
import { perWindow } from '../ui/per-window.svelte.ts'

const newestFirst: OrderSort = { column: 'createdAt', descending: true }

/** The orders as saved, how they are filtered and sorted, and which one is open. */
export class OrdersState {
  /** True once the saved orders were read. */
  loaded = $state(false)
  /** The quota is used up: when the reading under way may start, ISO 8601. */
  waitsUntil = $state<string | null>(null)
  /** Orders with changes that were not looked at. */
  unseen = $state(0)
  /** Statuses that were sent, and of which it is not known whether they were set. */
  inDoubt = $state(0)
  /** Findings about the open order, oldest first. */
  timeline = $state.raw<readonly OrderChange[]>([])
  readonly filters = new OrderFilters()
  sort = $state.raw<OrderSort>(newestFirst)
  openId = $state<number | null>(null)
  /** Notes that were typed and not saved, by order: no reading and no look at another order takes them away. */
  readonly #typedNotes = new SvelteMap<number, string>()
  #saved = $state.raw<Orders>({
    accountId: '',
    orders: [],
    lastChange: 0,
    inDoubt: 0,
    isShared: false,
    statusService: 'unknown',
    statuses: [],
    total: 0,
    received: 0,
    readAt: null,
    failure: null,
    unread: null,
    session: null,
  })

  readonly plainSort = newestFirst

  readonly #client: Client<Calls>
  readonly #locale: () => string
  readonly #loading = new RequestState()
  readonly #refreshing = new RequestState()

  readonly shown = $derived.by(() =>
    sortOrders(filterOrders(this.#saved.orders, this.filters.query), this.sort, this.#locale()),
  )
  readonly open = $derived(this.#saved.orders.find(({ orderId }) => orderId === this.openId) ?? null)
  /** Those that need a check, the newest first. */
  readonly troubled = $derived.by(() =>
    sortOrders(this.#saved.orders.filter(needsCheck), newestFirst, this.#locale()),
  )
  readonly deliveries = $derived.by(() => deliveriesOf(this.#saved.orders, this.#locale()))

  constructor(client: Client<Calls>, on: Listen<Events>, locale: () => string) {
    this.#client = client
    this.#locale = locale
    on('orders:changed', (saved) => this.#show(saved))
    on('orders:read', (reading) => this.#show({ ...this.#saved, ...reading }))
    on('orders:unseen', ({ count }) => (this.unseen = count))
    // What the stock is now says which orders need a look.
    on('inventory:sync', ({ running }) => {
      if (running === null && this.loaded) void this.load()
    })
    on('orders:waiting', ({ until }) => (this.waitsUntil = until))
  }

  /** Account of these orders; '' before they were read. */
  get accountId(): string {
    return this.#saved.accountId
  }

  get refreshing(): boolean {
    return this.#refreshing.busy
  }

  /** Why the last reading failed, in this window or before it was opened. */
  get failure(): Failure | null {
    return this.#refreshing.failure ?? this.#loading.failure ?? this.#saved.failure
  }

  get total(): number {
    return this.#saved.orders.length
  }

  get unread(): Orders['unread'] {
    return this.#saved.unread
  }

  /** Counts of the service and of what arrived, if the last reading was not complete. */
  get shortfall(): { readonly total: number; readonly received: number } | null {
    const { total, received } = this.#saved
    return received < total ? { total, received } : null
  }

  get readAt(): string | null {
    return this.#saved.readAt
  }

  /** The service's statuses, the aggregate included. */
  get names(): Orders['statuses'] {
    return this.#saved.statuses
  }

  /** Statuses that the filter offers: those of the service, and those that orders have. */
  get statuses(): StatusCount[] {
    return countStatuses(this.#saved.orders, this.#saved.statuses)
  }

  /** Why buyers' data is kept until the app ends only; null if it isn't. */
  get session(): Orders['session'] {
    return this.#saved.session
  }

  /** Knowledge about the service: if it takes statuses of orders. */
  get statusService(): Orders['statusService'] {
    return this.#saved.statusService
  }

  /** Shows the saved orders. Reading them from the service costs calls, and is the dealer's own choice. */
  async load(): Promise<void> {
    const saved = await this.#loading.run(() => this.#client('orders:list', null))
    if (saved) this.#show(saved)
  }

  /** Reads the orders from the service; after `stop` or a failure the saved ones stay on the screen. */
  async refresh(): Promise<void> {
    if (this.refreshing) return
    const saved = await this.#refreshing.run((signal) => this.#client('orders:refresh', null, { signal }))
    if (saved) this.#show(saved)
  }

  stop(): void {
    this.#refreshing.stop()
  }

  /** Number of orders that have something new or a status in doubt, without reading them. */
  async loadUnseen(): Promise<void> {
    const reply = await this.#client('orders:unseen', null)
    if (!reply.ok) return
    this.unseen = reply.value.count
    this.inDoubt = reply.value.inDoubt
  }

  /** Opens the order, whose changes are looked at with that; null closes it. */
  select(order: OrderRow | null): void {
    this.openId = order?.orderId ?? null
    this.timeline = []
    if (!order) return
    void this.#loadTimeline(order.orderId)
    if (order.unseen) void this.markSeen([order.orderId])
  }

  /** Opens an order whose status is in doubt: its check covers all that are. */
  async openDoubtful(): Promise<void> {
    await this.load()
    const found = this.#saved.orders.find(({ statusDoubt }) => statusDoubt !== null)
    if (found) this.select(found)
  }

  /** Opens the order of this number, if it is saved. */
  selectById(orderId: number): void {
    const found = this.#saved.orders.find((order) => order.orderId === orderId)
    if (found) this.select(found)
  }

  /**
   * Marks these orders as seen; what came since stays unseen.
   * @param orderIds null = all
   */
  async markSeen(orderIds: readonly number[] | null): Promise<void> {
    const until = this.#saved.lastChange
    const reply = await this.#client('orders:seen', { orderIds: orderIds && [...orderIds], until })
    if (!reply.ok) return
    const { count, unseen } = reply.value
    this.unseen = count
    const isUnseen = new Set(unseen)
    this.#change((order) => {
      const still = isUnseen.has(order.orderId)
      return order.unseen === still ? order : { ...order, unseen: still }
    })
  }

  /** A team shares the orders. */
  get isShared(): boolean {
    return this.#saved.isShared
  }

  /** Takes an order for this desk, or gives it back. @returns why that failed, or null */
  async take(orderId: number, take: boolean): Promise<Failure | null> {
    const reply = await this.#client('orders:take', { orderId, take })
    if (!reply.ok) return reply.failure
    this.#show(reply.value)
    return null
  }

  /** Marks the order as handled, or takes the mark away. @returns why that failed, or null */
  async handle(orderId: number, handled: { readonly note: string } | null): Promise<Failure | null> {
    const reply = await this.#client('orders:handle', { orderId, handled })
    if (!reply.ok) return reply.failure
    const mark = reply.value
    this.#typedNotes.delete(orderId)
    this.#change((order) => (order.orderId === orderId ? { ...order, handled: mark } : order))
    return null
  }

  /** The note of an order as its field shows it: what was typed, else what is saved. */
  noteOf({ orderId, handled }: OrderRow): string {
    return this.#typedNotes.get(orderId) ?? handled?.note ?? ''
  }

  typeNote({ orderId }: OrderRow, note: string): void {
    this.#typedNotes.set(orderId, note)
  }

  async #loadTimeline(orderId: number): Promise<void> {
    const reply = await this.#client('orders:timeline', { orderId })
    if (reply.ok && this.openId === orderId) this.timeline = reply.value
  }

  #change(change: (order: OrderRow) => OrderRow): void {
    this.#saved = { ...this.#saved, orders: this.#saved.orders.map(change) }
  }

  #show(saved: Orders): void {
    if (saved.accountId !== this.accountId) this.#typedNotes.clear()
    this.#saved = saved
    this.inDoubt = saved.inDoubt
    if (this.openId !== null) void this.#loadTimeline(this.openId)
    this.#refreshing.failure = null
    this.loaded = true
  }
}

/** The window's orders; the rail reads from them how many need attention. */
export const ordersOf = perWindow((app) => new OrdersState(app.client, app.on, getLocale))

/** Leads to all orders: no filter or word of a search hides the ones that it is about. */
export function toOrders(app: AppContext): void {
  // Another page keeps the words of its own search.
  if (app.router.page === 'orders') app.search.text = ''
  ordersOf(app).filters.clear()
  app.router.navigate('orders')
}
