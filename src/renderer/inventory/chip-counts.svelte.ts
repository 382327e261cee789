import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { AdvertFilter } from '#shared/inventory/advert-filter.ts'
import type { ListCounts } from '#shared/inventory/inventory-calls.ts'
import { RequestState } from '../ui/request.svelte.ts'

/** The numbers of the chips: how many adverts each state and each filter keeps by itself. */
export class ChipCounts {
  /** Null before the first answer. */
  counts = $state.raw<ListCounts | null>(null)
  #counted = $state.raw<ReadonlyMap<string, number>>(new Map())
  readonly #client: Client<Calls>
  readonly #request = new RequestState()

  constructor(client: Client<Calls>) {
    this.#client = client
  }

  /** Counts again, what each of these filters keeps too. */
  async read(filters: readonly AdvertFilter[]): Promise<void> {
    const counts = await this.#request.replace((signal) =>
      this.#client('inventory:counts', { filters: [...filters] }, { signal }),
    )
    if (!counts) return
    this.counts = counts
    this.#counted = new Map(filters.map((filter, at) => [JSON.stringify(filter), counts.filters[at] ?? 0]))
  }

  /** @returns undefined while that is not known */
  of(filter: AdvertFilter): number | undefined {
    return this.#counted.get(JSON.stringify(filter))
  }
}
