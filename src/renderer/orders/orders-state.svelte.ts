import type { Client, Reply } from '#shared/bridge/call.ts'
import type { Calls, Events } from '#shared/bridge/calls.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import type { OrderRow, OrdersState as Orders } from '#shared/orders/orders-calls.ts'
import type { Listen } from '../bridge.ts'
import { countStatuses, filterOrders, sortOrders, type OrderSort, type StatusCount } from './order-list.ts'

const newestFirst: OrderSort = { column: 'createdAt', descending: true }

/** The orders as saved, how they are filtered and sorted, and which one is open. */
export class OrdersState {
  phase = $state<'loading' | 'ready' | 'failed'>('loading')
  refreshing = $state(false)
  /** The quota is used up: when the reading under way may begin, ISO 8601. */
  waitsUntil = $state<string | null>(null)
  failure = $state.raw<Failure | null>(null)
  text = $state('')
  status = $state<number | null>(null)
  troubleOnly = $state(false)
  sort = $state.raw<OrderSort>(newestFirst)
  openId = $state<number | null>(null)
  #saved = $state.raw<Orders>({ orders: [], statuses: [], readAt: null, failure: null, unread: null })

  readonly plainSort = newestFirst

  readonly #client: Client<Calls>
  readonly #locale: () => string
  #ask: AbortController | undefined

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

  get total(): number {
    return this.#saved.orders.length
  }

  get unread(): Orders['unread'] {
    return this.#saved.unread
  }

  get readAt(): string | null {
    return this.#saved.readAt
  }

  /** Statuses that the filter offers: those of the service, and those that orders hold. */
  get statuses(): StatusCount[] {
    return countStatuses(this.#saved.orders, this.#saved.statuses)
  }

  get filtered(): boolean {
    return this.text.trim() !== '' || this.status !== null || this.troubleOnly
  }

  /** Shows what is saved at once, then asks the service where it was never read. */
  async load(): Promise<void> {
    this.#take(await this.#client('orders:list', null))
    if (this.#saved.readAt === null && this.phase === 'ready') await this.refresh()
  }

  async refresh(): Promise<void> {
    if (this.refreshing) return
    this.refreshing = true
    const ask = new AbortController()
    this.#ask = ask
    const reply = await this.#client('orders:refresh', null, { signal: ask.signal })
    this.refreshing = false
    // Stopped by the person, who needs not be told so; what is saved stays on the screen.
    if (!ask.signal.aborted) this.#take(reply)
  }

  /** Gives the reading under way up. */
  stop(): void {
    this.#ask?.abort()
  }

  clearFilters(): void {
    this.text = ''
    this.status = null
    this.troubleOnly = false
  }

  select(order: OrderRow | null): void {
    this.openId = order?.orderId ?? null
  }

  #take(reply: Reply<Orders>): void {
    if (reply.ok) this.#show(reply.value)
    else {
      this.failure = reply.failure
      // Saved orders stay on the screen; only a first reading that failed leaves nothing to show.
      if (this.phase === 'loading') this.phase = 'failed'
    }
  }

  #show(saved: Orders): void {
    this.#saved = saved
    this.failure = saved.failure
    this.phase = 'ready'
  }
}
