import type { Client } from '#shared/bridge/call.ts'
import type { Calls, Events } from '#shared/bridge/calls.ts'
import type { StockOverview, StockTotal } from '#shared/inventory/inventory-calls.ts'
import type { Listen } from '../../bridge.ts'
import { FollowedAnswer } from '../../ui/followed-answer.svelte.ts'
import { perWindow } from '../../ui/per-window.svelte.ts'
import { countedFilters, listedQueries, overviewOf, type Overview } from './overview-bars.ts'

/** The numbers of the own stock, counted from the cache: without a call to the service, so they are there offline. */
export class OverviewState extends FollowedAnswer<StockOverview> {
  /** Null before the first answer. */
  readonly overview: Overview | null = $derived(this.value && overviewOf(this.value))

  constructor(client: Client<Calls>, on: Listen<Events>) {
    super({
      read: (signal) =>
        client('inventory:overview', { filters: [...countedFilters], lists: [...listedQueries] }, { signal }),
      listen: (again) => on('inventory:changed', again),
    })
  }

  /** Worth of the live adverts, by currency. */
  get totals(): readonly StockTotal[] {
    return this.value?.totals ?? []
  }

  /** Adverts that are in the cache and not among the numbers. */
  get left(): { readonly watched: number; readonly gone: number } {
    const counts = this.value?.counts
    return { watched: counts?.watched ?? 0, gone: counts?.states.gone ?? 0 }
  }
}

/** The window's overview: the numbers that were shown last are there when the page is opened again. */
export const overviewStateOf = perWindow((app) => new OverviewState(app.client, app.on))
