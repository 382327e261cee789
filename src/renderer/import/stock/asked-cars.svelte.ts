import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { Check, DraftRow } from '#shared/import/draft.ts'
import type { AdvertRow } from '#shared/inventory/advert.ts'
import { RequestState } from '../../ui/request.svelte.ts'

/** Questions that are shown of one plan; those after them come with the next one. */
const most = 200

/** Cars that a plan asks about, and the adverts that may be theirs. */
export class AskedCars {
  rows = $state.raw<readonly DraftRow[]>([])
  adverts = $state.raw<ReadonlyMap<number, AdvertRow>>(new Map())
  readonly reading = new RequestState()

  readonly #client: Client<Calls>

  constructor(client: Client<Calls>) {
    this.#client = client
  }

  async load({ draftId, stock }: Check): Promise<void> {
    this.rows = []
    if (!stock || stock.counts.asked === 0) return
    const request = { draftId, filter: 'all', action: 'asked', asPlan: true, offset: 0, limit: most } as const
    const found = await this.reading.run(() => this.#client('draft:rows', request))
    if (found) this.rows = found.rows
    await this.#readAdverts()
  }

  /** Reads an advert that the cache does not have from the service: one request. */
  async fetch(autoId: number): Promise<void> {
    const done = await this.reading.run(() => this.#client('inventory:add', { ids: [autoId] }))
    if (done) await this.#readAdverts()
  }

  async #readAdverts(): Promise<void> {
    const ids = [...new Set(this.rows.flatMap(({ car }) => advertsOf(car)))].slice(0, most)
    const adverts = await this.reading.run(() => this.#client('inventory:rows', { ids }))
    if (adverts) this.adverts = new Map(adverts.map((advert) => [advert.id, advert]))
  }
}

/** Adverts that a decision about a car names, the likeliest first. */
export const advertsOf = (car: DraftRow['car']): readonly number[] =>
  car ? [...(car.autoId === null ? [] : [car.autoId]), ...car.candidates.map(({ autoId }) => autoId)] : []
