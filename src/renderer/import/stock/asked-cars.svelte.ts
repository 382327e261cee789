import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { Check, DraftRow } from '#shared/import/draft.ts'
import type { AdvertRow } from '#shared/inventory/advert.ts'
import { RequestState } from '../../ui/request.svelte.ts'

/** Cars that are asked about in one plan; those after them come with the next one. */
const most = 2_000
/** Rows of one call. */
const mostRows = 500

/** Cars that a plan asks about, and the adverts that may be theirs. */
export class AskedCars {
  rows = $state.raw<readonly DraftRow[]>([])
  /** Number of further cars. */
  more = $state(0)
  adverts = $state.raw<ReadonlyMap<number, AdvertRow>>(new Map())
  readonly reading = new RequestState()

  readonly #client: Client<Calls>
  #edition = 0

  constructor(client: Client<Calls>) {
    this.#client = client
  }

  async load({ draftId, stock }: Check): Promise<void> {
    const edition = ++this.#edition
    const count = Math.min(stock?.counts.asked ?? 0, most)
    this.rows = []
    this.more = 0
    const rows: DraftRow[] = []
    while (rows.length < count) {
      const page = { draftId, filter: 'all', group: 'asked', offset: rows.length, limit: mostRows } as const
      const found = await this.reading.run(() => this.#client('draft:rows', page))
      if (edition !== this.#edition) return
      if (!found || found.rows.length === 0) break
      rows.push(...found.rows)
      this.more = found.total - rows.length
    }
    this.rows = rows
    await this.#readAdverts()
  }

  /** Reads an advert that the cache does not have from the service: one request. */
  async fetch(autoId: number): Promise<void> {
    const done = await this.reading.run(() => this.#client('inventory:add', { ids: [autoId] }))
    if (done) await this.#readAdverts()
  }

  async #readAdverts(): Promise<void> {
    const ids = [...new Set(this.rows.flatMap(({ car }) => advertsOf(car)))]
    const known = new Map<number, AdvertRow>()
    for (let at = 0; at < ids.length; at += mostRows) {
      const part = { ids: ids.slice(at, at + mostRows) }
      const adverts = await this.reading.run(() => this.#client('inventory:rows', part))
      for (const advert of adverts ?? []) known.set(advert.id, advert)
    }
    this.adverts = known
  }
}

/** Adverts that a decision about a car names, the likeliest first. */
export const advertsOf = (car: DraftRow['car']): readonly number[] =>
  car ? [...(car.autoId === null ? [] : [car.autoId]), ...car.candidates.map(({ autoId }) => autoId)] : []
