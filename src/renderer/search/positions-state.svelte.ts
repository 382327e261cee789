import { SvelteMap } from 'svelte/reactivity'
import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import type { Likes, Position } from '#shared/search/position.ts'
import { perWindow } from '../ui/per-window.svelte.ts'
import { RequestState } from '../ui/request.svelte.ts'

/** The window's own copy: the module of the schemas stays out of the page. */
const usualLikes: Likes = { years: 1, mileage: null, region: false, gearbox: true }

/** Where prices of adverts stand, as last read; and reading them, one or many. */
export class PositionsState {
  likes = $state.raw<Likes>(usualLikes)
  median = $state(true)
  average = $state(false)
  /** Adverts of a bulk reading that are done, of how many. */
  progress = $state.raw<{ readonly done: number; readonly total: number } | null>(null)
  failure = $state.raw<Failure | null>(null)
  readonly request = new RequestState()
  readonly #client: Client<Calls>
  readonly #known = new SvelteMap<number, Position>()
  readonly #asked = new Set<number>()
  #soon: number[] = []
  #bulk = new AbortController()

  constructor(client: Client<Calls>) {
    this.#client = client
  }

  /** The position that is known; what is not known is looked up among the saved ones, without a call. */
  of(id: number): Position | undefined {
    if (!this.#asked.has(id)) {
      this.#asked.add(id)
      if (this.#soon.push(id) === 1) setTimeout(() => void this.#load())
    }
    return this.#known.get(id)
  }

  /** Reads the position of an advert's price, or of a planned one, which is not kept. */
  async read(id: number, planned: number | null = null): Promise<Position | undefined> {
    const { likes, median, average } = this
    const position = await this.request.replace((signal) =>
      this.#client('search:position', { id, likes, median, average, planned }, { signal }),
    )
    if (position && planned === null) this.#known.set(id, position)
    return position
  }

  /** Reads the rank of each advert, two calls for each; stops at the first failure that is not of one advert alone. */
  async readAll(ids: readonly number[]): Promise<void> {
    const { likes } = this
    this.#bulk = new AbortController()
    const { signal } = this.#bulk
    this.failure = null
    this.progress = { done: 0, total: ids.length }
    for (const [at, id] of ids.entries()) {
      const asked = { id, likes, median: false, average: false, planned: null }
      const reply = await this.#client('search:position', asked, { signal })
      if (signal.aborted) break
      if (reply.ok) this.#known.set(id, reply.value)
      else if (!ofOneAdvert.has(reply.failure.code)) {
        this.failure = reply.failure
        break
      }
      this.progress = { done: at + 1, total: ids.length }
    }
    this.progress = null
  }

  stop(): void {
    this.#bulk.abort()
  }

  async #load(): Promise<void> {
    const ids = this.#soon
    this.#soon = []
    for (let from = 0; from < ids.length; from += 500) {
      const reply = await this.#client('search:positions', { ids: ids.slice(from, from + 500) })
      if (reply.ok) for (const { id, position } of reply.value) this.#known.set(id, position)
    }
  }
}

const ofOneAdvert = new Set(['usage', 'not-found', 'rejected', 'unreadable'])

/** The window's positions of prices. */
export const positionsOf = perWindow((app) => new PositionsState(app.client))
