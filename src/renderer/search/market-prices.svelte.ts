import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { AdvertRow } from '#shared/inventory/advert.ts'
import { RequestState } from '../ui/request.svelte.ts'
import { marketFigures, type MarketFigures } from './market-figures.ts'

export type MarketCurrency = 'usd' | 'eur' | 'uah'

/** Adverts that one call of the window takes. */
const [rowsAtOnce, readAtOnce] = [500, 100]

/** Prices of the adverts that a search listed, as far as they are saved, in one currency; and which of them are the dealer's own. */
export class MarketPrices {
  currency = $state<MarketCurrency>('usd')
  readonly request = new RequestState()
  #rows = $state.raw<ReadonlyMap<number, AdvertRow>>(new Map())
  #own = $state.raw<ReadonlySet<number>>(new Set())
  #ids = $state.raw<readonly number[]>([])
  readonly #client: Client<Calls>
  #turn = 0

  /** By the advert's id. */
  readonly known: ReadonlyMap<number, number> = $derived(
    new Map(
      [...this.#rows.values()].flatMap((row) => {
        const price = row[this.currency]
        return price === null ? [] : [[row.id, price] as const]
      }),
    ),
  )
  readonly figures: MarketFigures | null = $derived(marketFigures([...this.known.values()]))
  /** Adverts of which nothing is saved. */
  readonly missing: readonly number[] = $derived(this.#ids.filter((id) => !this.#rows.has(id)))
  /** The dealer's own among them. */
  readonly own: readonly number[] = $derived(this.#ids.filter((id) => this.#own.has(id)))

  constructor(client: Client<Calls>) {
    this.#client = client
  }

  isOwn(id: number): boolean {
    return this.#own.has(id)
  }

  /** Looks the saved adverts of a list up, without a call to the service. */
  async load(ids: readonly number[]): Promise<void> {
    const turn = ++this.#turn
    const own = this.#client('inventory:ids', { text: '', states: [], sort: [] })
    const rows = new Map<number, AdvertRow>()
    for (let from = 0; from < ids.length; from += rowsAtOnce) {
      const reply = await this.#client('inventory:rows', { ids: ids.slice(from, from + rowsAtOnce) })
      if (turn !== this.#turn) return
      if (reply.ok) for (const row of reply.value) rows.set(row.id, row)
    }
    const owned = await own
    if (turn !== this.#turn) return
    this.#ids = ids
    this.#rows = rows
    if (owned.ok) this.#own = new Set(owned.value.ids)
  }

  /** Reads the adverts that are not saved, a call for each, until one can't be read for a reason that all others share. */
  async read(): Promise<void> {
    const ids = this.#ids
    const missing = [...this.missing]
    for (let from = 0; from < missing.length; from += readAtOnce) {
      const part = missing.slice(from, from + readAtOnce)
      const read = await this.request.run((signal) => this.#client('search:read', { ids: part }, { signal }))
      if (ids !== this.#ids) return
      await this.load(ids)
      if (!read) return
    }
  }
}
