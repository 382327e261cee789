import { SvelteMap } from 'svelte/reactivity'
import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import { usualLikes } from '#shared/search/position-calls.ts'
import type { Likes, Position } from '#shared/search/position.ts'
import { perWindow } from '../ui/per-window.svelte.ts'
import type { RequestState } from '../ui/request.svelte.ts'
import { PositionsBulk } from './positions-bulk.svelte.ts'

/** Positions of adverts' prices, as last read; and reading them. */
export class PositionsState {
  likes = $state.raw<Likes>(usualLikes)
  median = $state(true)
  average = $state(false)
  /** Any price of the account was compared. */
  any = $state(false)
  readonly bulk: PositionsBulk
  readonly #client: Client<Calls>
  readonly #known = new SvelteMap<number, Position>()
  readonly #asked = new Set<number>()
  #soon: number[] = []
  #accountId = ''

  constructor(client: Client<Calls>) {
    this.#client = client
    this.bulk = new PositionsBulk(client, (id, position) => this.#keep(id, position))
  }

  /** The adverts of another account are not compared any further: their ids mean nothing under this one. */
  useAccount(accountId: string): void {
    if (this.#accountId !== '' && accountId !== this.#accountId) this.bulk.forget()
    this.#accountId = accountId
  }

  /** Reads whether there are any; to be called for each account that becomes the active one. */
  async loadAny(): Promise<void> {
    const reply = await this.#client('search:any-position', null)
    if (reply.ok) this.any = reply.value
  }

  /** The position that is known; what is not known is looked up among the saved ones, without a call. */
  of(id: number): Position | undefined {
    if (!this.#asked.has(id)) {
      this.#asked.add(id)
      if (this.#soon.push(id) === 1) setTimeout(() => void this.#load())
    }
    return this.#known.get(id)
  }

  /**
   * Reads the position of an advert's price, or of a planned one, which is not kept.
   * @param request what shows that it is under way, or why it failed
   */
  async read(id: number, planned: number | null, request: RequestState): Promise<Position | undefined> {
    const { likes, median, average } = this
    const position = await request.replace((signal) =>
      this.#client('search:position', { id, likes, median, average, planned }, { signal }),
    )
    if (position && planned === null) this.#keep(id, position)
    return position
  }

  #keep(id: number, position: Position): void {
    this.#known.set(id, position)
    this.any = true
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

/** The window's positions of prices. */
export const positionsOf = perWindow((app) => new PositionsState(app.client))
