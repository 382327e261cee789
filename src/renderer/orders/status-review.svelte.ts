import type { Client } from '#shared/bridge/call.ts'
import type { Calls, Events } from '#shared/bridge/calls.ts'
import { mostStatusChanges, type StatusChange, type StatusResult } from '#shared/orders/order-status.ts'
import type { OrderRow } from '#shared/orders/orders-calls.ts'
import { perWindow } from '../ui/per-window.svelte.ts'
import type { Listen } from '../bridge.ts'
import { RequestState } from '../ui/request.svelte.ts'

/** Review of statuses to be set, as it is shown before anything is sent, and what became of it. */
export class StatusReview {
  /** The new status, as its number; '' before one is chosen. */
  after = $state('')
  orders = $state.raw<readonly OrderRow[]>([])
  /** Null before it was sent. */
  results = $state.raw<readonly StatusResult[] | null>(null)
  readonly request = new RequestState()
  #isOpen = $state(false)
  readonly #client: Client<Calls>
  /** Account of the orders under review: of another account nothing is sent. */
  #accountId = ''

  /** Changes that are sent: orders that have the status already need none. */
  readonly changes = $derived.by((): StatusChange[] => {
    if (this.after === '') return []
    const after = Number(this.after)
    return this.orders
      .filter(({ status }) => status !== after)
      .map(({ orderId, status }) => ({ orderId, before: status, after }))
  })
  readonly tooMany = $derived(this.changes.length > mostStatusChanges)
  /** True if the service can say more: there is a doubt, or a doubt that could not be asked about. */
  readonly canCheck = $derived(
    this.results !== null &&
      (this.results.some(({ state }) => state === 'in-doubt') || this.request.failure !== null),
  )

  /** True if a check was answered: only then is what it didn’t name not in doubt. */
  wasChecked = $state(false)

  constructor(client: Client<Calls>, on: Listen<Events>) {
    this.#client = client
    // What is under way stays: it is the other account's, and its results are to be seen.
    on('orders:changed', ({ accountId }) => {
      if (accountId !== this.#accountId) this.isOpen = false
    })
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Closes the review, unless a change is under way: it can be stopped. */
  set isOpen(isOpen) {
    this.#isOpen = isOpen || this.request.busy
  }

  /**
   * @param accountId whose orders they are
   * @param after null = still to be chosen
   * @returns false if another review is under way, which is shown instead
   */
  begin(accountId: string, orders: readonly OrderRow[], after: number | null = null): boolean {
    this.isOpen = true
    if (this.request.busy) return false
    this.#accountId = accountId
    this.orders = orders
    this.after = after === null ? '' : String(after)
    this.results = null
    this.wasChecked = false
    this.request.clear()
    return true
  }

  async send(): Promise<void> {
    const asked = { accountId: this.#accountId, changes: this.changes }
    const results = await this.request.run(() => this.#client('orders:set-status', asked))
    if (results) this.results = results
    // Stopped before anything was sent: the review is as it was.
    else if (this.request.failure?.code === 'cancelled') this.request.clear()
  }

  /** Reads the orders; the result replaces doubts, and what isn't shown yet is added. */
  async check(): Promise<void> {
    const asked = { accountId: this.#accountId }
    const results = await this.request.run((signal) => this.#client('orders:check-status', asked, { signal }))
    if (!results) return
    this.wasChecked = true
    const found = new Map(results.map((result) => [result.orderId, result]))
    const shown = this.results?.map((result) => {
      const now = result.state === 'in-doubt' ? found.get(result.orderId) : undefined
      if (now) found.delete(result.orderId)
      return now ?? result
    })
    this.results = [...(shown ?? []), ...found.values()]
  }

  /** Sends no more of what is not sent yet, and waits for no check. */
  stop(): void {
    if (this.results === null) void this.#client('orders:stop-status', null)
    else this.request.stop()
    // Without an answer there is nothing to show: it is not known whether anything is in doubt.
    if (this.results?.length === 0) this.#isOpen = false
  }

  /** Shows what became of statuses that are in doubt already. */
  beginCheck(accountId: string, order: OrderRow): void {
    if (!this.begin(accountId, [order])) return
    this.results = []
    void this.check()
  }
}

/** The window's review: what was sent outlives the page, and its results are shown when the page comes back. */
export const statusReviewOf = perWindow(({ client, on }) => new StatusReview(client, on))
