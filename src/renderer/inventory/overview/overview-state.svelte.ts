import type { Client } from '#shared/bridge/call.ts'
import type { Calls, Events } from '#shared/bridge/calls.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import type { ListCounts, StockTotal } from '#shared/inventory/inventory-calls.ts'
import type { Listen } from '../../bridge.ts'
import { perWindow } from '../../ui/per-window.svelte.ts'
import { RequestState } from '../../ui/request.svelte.ts'
import { countedFilters, overviewOf, type NamedCount, type Overview } from './overview-bars.ts'

/** While a sync saves adverts, the numbers are counted again this often, ms. */
const countAgainAfter = 500

interface Counted {
  readonly counts: ListCounts
  readonly makes: readonly NamedCount[]
  readonly totals: readonly StockTotal[]
}

/** The numbers of the own stock, counted from the cache: without a call to the service, so they are there offline. */
export class OverviewState {
  #counted = $state.raw<Counted | null>(null)
  readonly #request = new RequestState()
  readonly #client: Client<Calls>
  readonly #on: Listen<Events>
  #accountId = ''
  #soon: ReturnType<typeof setTimeout> | undefined

  /** Null before the first answer. */
  readonly overview: Overview | null = $derived(
    this.#counted && overviewOf(this.#counted.counts, this.#counted.makes),
  )

  constructor(client: Client<Calls>, on: Listen<Events>) {
    this.#client = client
    this.#on = on
  }

  get failure(): Failure | null {
    return this.#request.failure
  }

  /** What the live adverts are worth, by currency. */
  get totals(): readonly StockTotal[] {
    return this.#counted?.totals ?? []
  }

  /** Adverts that are in the cache and not among the numbers. */
  get left(): { readonly watched: number; readonly gone: number } {
    const counts = this.#counted?.counts
    return { watched: counts?.watched ?? 0, gone: counts?.states.gone ?? 0 }
  }

  /** Counts now, and again whenever the stock changes, until the returned function is called. */
  follow(): () => void {
    void this.load()
    const stop = this.#on('inventory:changed', () => {
      this.#soon ??= setTimeout(() => void this.load(), countAgainAfter)
    })
    return () => {
      stop()
      this.#forgetTimer()
    }
  }

  /** Another account is active: what was counted is of the one before. */
  useAccount(accountId: string): void {
    if (accountId === this.#accountId) return
    const isFirst = this.#accountId === ''
    this.#accountId = accountId
    if (isFirst) return
    this.#counted = null
    void this.load()
  }

  async load(): Promise<void> {
    this.#forgetTimer()
    const counted = await this.#request.replace(async (signal) => {
      const counts = await this.#client('inventory:counts', { filters: [...countedFilters] }, { signal })
      if (!counts.ok) return counts
      const makes = await this.#client('inventory:values', { column: 'make' }, { signal })
      if (!makes.ok) return makes
      const totals = await this.#client('inventory:totals', null, { signal })
      if (!totals.ok) return totals
      return { ok: true, value: { counts: counts.value, makes: makes.value, totals: totals.value } }
    })
    if (counted) this.#counted = counted
  }

  #forgetTimer(): void {
    clearTimeout(this.#soon)
    this.#soon = undefined
  }
}

/** The window's overview: the numbers that were shown last are there when the page is opened again. */
export const overviewStateOf = perWindow((app) => new OverviewState(app.client, app.on))
