import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { AdvertRow } from '#shared/inventory/advert.ts'
import { RequestState } from '../ui/request.svelte.ts'
import { marketFigures, type MarketFigures } from './market-figures.ts'

export type MarketCurrency = 'usd' | 'eur' | 'uah'

/** Adverts that one call of the window takes. */
const rowsAtOnce = 500
const readAtOnce = 100

/** Prices of the adverts that a search listed, as far as they are saved, in one currency; and which of them are the dealer's own. */
export class MarketPrices {
  currency = $state<MarketCurrency>('usd')
  readonly request = new RequestState()
  /** Adverts are being read, a part after the other. */
  reading = $state(false)
  #rows = $state.raw<ReadonlyMap<number, AdvertRow>>(new Map())
  #own = $state.raw<ReadonlySet<number>>(new Set())
  #ids = $state.raw<readonly number[]>([])
  /** Adverts that the service doesn't give: to ask again would only cost. */
  #unread = $state.raw<ReadonlySet<number>>(new Set())
  readonly #client: Client<Calls>
  #turn = 0

  /** The saved ones were looked up. */
  loaded = $state(false)
  /** Saved adverts of the list. */
  readonly rows: readonly AdvertRow[] = $derived([...this.#rows.values()])
  /** By the advert's id. */
  readonly known: ReadonlyMap<number, number> = $derived(
    new Map(
      this.rows.flatMap((row) => {
        const price = row[this.currency]
        return price === null ? [] : [[row.id, price] as const]
      }),
    ),
  )
  readonly figures: MarketFigures | null = $derived(marketFigures([...this.known.values()]))
  /** Adverts of which nothing is saved, and that can be read. */
  readonly missing: readonly number[] = $derived(
    this.#ids.filter((id) => !this.#rows.has(id) && !this.#unread.has(id)),
  )
  /** Number of adverts that could not be read. */
  readonly unread: number = $derived(this.#ids.filter((id) => this.#unread.has(id)).length)
  /** The dealer's own among them. */
  readonly own: readonly number[] = $derived(this.#ids.filter((id) => this.#own.has(id)))

  constructor(client: Client<Calls>) {
    this.#client = client
  }

  isOwn(id: number): boolean {
    return this.#own.has(id)
  }

  /**
   * Looks the saved adverts of a list up, without a call to the service; of the same list only those that were not saved
   * before. An advert that was read meanwhile may turn out to be an own one.
   * @param withOwn says which of them are the dealer's own, too
   */
  async load(ids: readonly number[], withOwn = true): Promise<void> {
    const turn = ++this.#turn
    const isSame = ids === this.#ids
    const rows = new Map(isSame ? this.#rows : [])
    const wanted = ids.filter((id) => !rows.has(id))
    if (isSame && wanted.length === 0) return
    const own = withOwn ? this.#client('inventory:ids', { text: '', states: [], sort: [] }) : null
    for (let from = 0; from < wanted.length; from += rowsAtOnce) {
      const reply = await this.#client('inventory:rows', { ids: wanted.slice(from, from + rowsAtOnce) })
      if (turn !== this.#turn) return
      if (reply.ok) for (const row of reply.value) rows.set(row.id, row)
    }
    const owned = await own
    if (turn !== this.#turn) return
    if (!isSame) this.#begin(ids)
    this.#rows = rows
    this.loaded = true
    if (owned?.ok) this.#own = new Set(owned.value.ids)
  }

  /** Reads the adverts that are not saved, a call for each, until one can't be read for a reason that all others share. */
  async read(withOwn = true): Promise<void> {
    if (this.reading) return
    const ids = this.#ids
    const missing = [...this.missing]
    this.reading = true
    for (let from = 0; from < missing.length; from += readAtOnce) {
      const part = missing.slice(from, from + readAtOnce)
      const read = await this.request.run((signal) => this.#client('search:read', { ids: part }, { signal }))
      if (ids !== this.#ids) return
      if (read) this.#unread = new Set([...this.#unread, ...read.unread.map(({ id }) => id)])
      // What was read before a failure is saved too.
      await this.load(ids, withOwn)
      if (!read || this.#isStopped()) break
    }
    if (ids === this.#ids) this.reading = false
  }

  #isStopped(): boolean {
    return !this.reading
  }

  /** Ends the reading; what was read stays. */
  stop(): void {
    this.reading = false
    this.request.stop()
  }

  /** Another list: what is read of the one before counts for nothing. */
  #begin(ids: readonly number[]): void {
    this.stop()
    this.request.clear()
    this.#unread = new Set()
    this.#ids = ids
  }
}
