import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import { mostStatusChanges, type StatusChange, type StatusResult } from '#shared/orders/order-status.ts'
import type { OrderRow } from '#shared/orders/orders-calls.ts'
import { RequestState } from '../ui/request.svelte.ts'

/** What statuses are to be set of some orders, as it is shown before anything is sent, and what became of it. */
export class StatusReview {
  isOpen = $state(false)
  /** The new status, as its number; '' before one is chosen. */
  after = $state('')
  orders = $state.raw<readonly OrderRow[]>([])
  /** Null before it was sent. */
  results = $state.raw<readonly StatusResult[] | null>(null)
  readonly request = new RequestState()
  readonly #client: Client<Calls>

  /** What is sent: orders that have the status already need none. */
  readonly changes = $derived.by((): StatusChange[] => {
    if (this.after === '') return []
    const after = Number(this.after)
    return this.orders
      .filter(({ status }) => status !== after)
      .map(({ orderId, status }) => ({ orderId, before: status, after }))
  })
  readonly inDoubt = $derived(this.results?.some(({ state }) => state === 'in-doubt') ?? false)

  constructor(client: Client<Calls>) {
    this.#client = client
  }

  /** @param after null = still to be chosen */
  begin(orders: readonly OrderRow[], after: number | null = null): void {
    this.orders = orders.slice(0, mostStatusChanges)
    this.after = after === null ? '' : String(after)
    this.results = null
    this.request.clear()
    this.isOpen = true
  }

  async send(): Promise<void> {
    const { changes } = this
    const results = await this.request.run((signal) =>
      this.#client('orders:set-status', { changes }, { signal }),
    )
    if (results) this.results = results
  }

  /** Reads the orders; what it tells replaces what was in doubt. */
  async check(): Promise<void> {
    const results = await this.request.run((signal) => this.#client('orders:check-status', null, { signal }))
    if (!results) return
    const found = new Map(results.map((result) => [result.orderId, result]))
    const shown = this.results?.map((result) => found.get(result.orderId) ?? result) ?? []
    this.results = shown.length > 0 ? shown : results
  }

  /** Shows what became of statuses that are in doubt already. */
  beginCheck(order: OrderRow): void {
    this.begin([order])
    this.results = []
    void this.check()
  }
}
