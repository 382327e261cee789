import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { AdvertRow } from '#shared/inventory/advert.ts'
import { RequestState } from '../ui/request.svelte.ts'

/** Number of own adverts shown next to one; the others are counted. */
const most = 5

/** Asks for the dealer's own live adverts of a make and model, the cheapest first. @param end rows that are wanted, at most */
export const ownLive = ({ make, model }: Pick<AdvertRow, 'make' | 'model'>, end: number) => ({
  text: '',
  states: ['live' as const],
  sort: [{ column: 'usd' as const, descending: false }],
  filters: [
    { field: 'make' as const, values: [make] },
    { field: 'model' as const, values: [model] },
  ],
  shown: { first: 0, end },
})

/** The dealer's own live adverts of one make and model, the cheapest first, from what is saved: without a request. */
export class BesideYours {
  rows = $state.raw<readonly AdvertRow[]>([])
  /** Their number; null before they were looked for. */
  total = $state<number | null>(null)
  readonly request = new RequestState()
  readonly #client: Client<Calls>

  constructor(client: Client<Calls>) {
    this.#client = client
  }

  /** One whose make or model is not known is like none. */
  async load({ id, make, model }: Pick<AdvertRow, 'id' | 'make' | 'model'>): Promise<void> {
    this.total = null
    if (make === '' || model === '') return
    const query = ownLive({ make, model }, most + 1)
    const found = await this.request.replace((signal) => this.#client('inventory:ids', query, { signal }))
    if (!found) return
    this.rows = found.rows.filter((row) => row.id !== id).slice(0, most)
    this.total = found.ids.filter((each) => each !== id).length
  }
}

/** By how much a price differs from another one, in percent; null if either is not known. */
export function percentFrom(price: number | null, from: number | null | undefined): number | null {
  if (price === null || from === null || from === undefined || from <= 0) return null
  return Math.round((price / from - 1) * 100)
}
