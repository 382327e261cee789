import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import { type CurrencyId, priceIn } from '#shared/batch/currency.ts'
import type { AdvertRow } from '#shared/inventory/advert.ts'
import { RequestState } from '../ui/request.svelte.ts'

/** Prices of similar cars, as far as their adverts are saved; the others are read when a person asks for it. */
export class SimilarPrices {
  /** Null until the saved ones are looked up. */
  prices = $state.raw<ReadonlyMap<number, number> | null>(null)
  /** Adverts of which nothing is saved. */
  missing = $state.raw<readonly number[]>([])
  readonly request = new RequestState()
  readonly #client: Client<Calls>
  #shown = 0

  constructor(client: Client<Calls>) {
    this.#client = client
  }

  /** Looks up the saved adverts of these, without a call to the service. */
  async load(ids: readonly number[], currency: number): Promise<void> {
    const turn = ++this.#shown
    const reply = await this.#client('inventory:rows', { ids: [...ids] })
    if (turn === this.#shown && reply.ok) this.#put(ids, reply.value, currency)
  }

  /** Reads the adverts that are not saved, a call for each. */
  async read(ids: readonly number[], currency: number): Promise<void> {
    const [turn, missing] = [this.#shown, [...this.missing]]
    const read = await this.request.replace((signal) =>
      this.#client('search:read', { ids: missing }, { signal }),
    )
    // What was read before a failure is saved too.
    if (turn === this.#shown) await this.load(ids, currency)
    const unread = new Set(read?.unread.map(({ id }) => id))
    this.missing = this.missing.filter((id) => !unread.has(id))
  }

  #put(ids: readonly number[], rows: readonly AdvertRow[], currency: number): void {
    const saved = new Set(rows.map(({ id }) => id))
    this.prices = new Map(
      rows.flatMap((row) => {
        const price = priceIn(row, currency as CurrencyId)
        return price === null ? [] : [[row.id, price]]
      }),
    )
    this.missing = ids.filter((id) => !saved.has(id))
  }
}
