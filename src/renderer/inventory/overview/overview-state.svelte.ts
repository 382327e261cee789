import type { Client, Reply } from '#shared/bridge/call.ts'
import type { Calls, Events } from '#shared/bridge/calls.ts'
import type { ListCounts, StockTotal } from '#shared/inventory/inventory-calls.ts'
import type { Listen } from '../../bridge.ts'
import { FollowedAnswer } from '../../ui/followed-answer.svelte.ts'
import { perWindow } from '../../ui/per-window.svelte.ts'
import { countedFilters, overviewOf, type NamedCount, type Overview } from './overview-bars.ts'

interface Counted {
  readonly counts: ListCounts
  readonly makes: readonly NamedCount[]
  readonly totals: readonly StockTotal[]
}

/** The numbers of the own stock, counted from the cache: without a call to the service, so they are there offline. */
export class OverviewState extends FollowedAnswer<Counted> {
  /** Null before the first answer. */
  readonly overview: Overview | null = $derived(this.value && overviewOf(this.value.counts, this.value.makes))

  constructor(client: Client<Calls>, on: Listen<Events>) {
    super({
      read: (signal) => count(client, signal),
      listen: (again) => on('inventory:changed', again),
    })
  }

  /** What the live adverts are worth, by currency. */
  get totals(): readonly StockTotal[] {
    return this.value?.totals ?? []
  }

  /** Adverts that are in the cache and not among the numbers. */
  get left(): { readonly watched: number; readonly gone: number } {
    const counts = this.value?.counts
    return { watched: counts?.watched ?? 0, gone: counts?.states.gone ?? 0 }
  }
}

async function count(client: Client<Calls>, signal: AbortSignal): Promise<Reply<Counted>> {
  const counts = await client('inventory:counts', { filters: [...countedFilters] }, { signal })
  if (!counts.ok) return counts
  const makes = await client('inventory:values', { column: 'make' }, { signal })
  if (!makes.ok) return makes
  const totals = await client('inventory:totals', null, { signal })
  if (!totals.ok) return totals
  return { ok: true, value: { counts: counts.value, makes: makes.value, totals: totals.value } }
}

/** The window's overview: the numbers that were shown last are there when the page is opened again. */
export const overviewStateOf = perWindow((app) => new OverviewState(app.client, app.on))
