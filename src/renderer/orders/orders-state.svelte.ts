import type { Client } from '#shared/bridge/call.ts'
import type { Calls, Events } from '#shared/bridge/calls.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import type { OrderRow, OrdersState as Orders } from '#shared/orders/orders-calls.ts'
import type { Listen } from '../bridge.ts'
import { RequestState } from '../ui/request.svelte.ts'
import { countStatuses, filterOrders, sortOrders, type OrderSort, type StatusCount } from './order-list.ts'

const newestFirst: OrderSort = { column: 'createdAt', descending: true }

/** The orders as saved, how they are filtered and sorted, and which one is open. */
export class OrdersState {
  /** True once the saved orders were read. */
  loaded = $state(false)
  /** The quota is used up: when the reading under way may start, ISO 8601. */
  waitsUntil = $state<string | null>(null)
  text = $state('')
  status = $state<number | null>(null)
  troubleOnly = $state(false)
  sort = $state.raw<OrderSort>(newestFirst)
  openId = $state<number | null>(null)
  #saved = $state.raw<Orders>({
    orders: [],
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
    sortOrders(
      filterOrders(this.#saved.orders, {
        text: this.text,
        status: this.status,
        troubleOnly: this.troubleOnly,
      }),
      this.sort,
      this.#locale(),
    ),
  )
  readonly open = $derived(this.#saved.orders.find(({ orderId }) => orderId === this.openId) ?? null)
  readonly troubled = $derived(this.#saved.orders.filter(({ troubles }) => troubles.length > 0).length)

  constructor(client: Client<Calls>, on: Listen<Events>, locale: () => string) {
    this.#client = client
    this.#locale = locale
    on('orders:changed', (saved) => this.#show(saved))
    on('orders:waiting', ({ until }) => (this.waitsUntil = until))
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

  /** What the service counts and what came of it, if the last reading was not complete. */
  get shortfall(): { readonly total: number; readonly received: number } | null {
    const { total, received } = this.#saved
    return received < total ? { total, received } : null
  }

  get readAt(): string | null {
    return this.#saved.readAt
  }

  /** Statuses that the filter offers: those of the service, and those that orders have. */
  get statuses(): StatusCount[] {
    return countStatuses(this.#saved.orders, this.#saved.statuses)
  }

  get filtered(): boolean {
    return this.text.trim() !== '' || this.status !== null || this.troubleOnly
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

  clearFilters(): void {
    this.text = ''
    this.status = null
    this.troubleOnly = false
  }

  select(order: OrderRow | null): void {
    this.openId = order?.orderId ?? null
  }

  #show(saved: Orders): void {
    this.#saved = saved
    this.#refreshing.failure = null
    this.loaded = true
  }
}
