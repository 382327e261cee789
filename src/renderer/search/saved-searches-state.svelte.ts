import type { Client, Reply } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { MarketParams, SavedSearch } from '#shared/search/search-calls.ts'
import { RequestState } from '../ui/request.svelte.ts'

/** Part of a saved search that is shown alone. */
export type SavedPart = 'fresh' | 'cheaper' | 'vanished'

/** The searches that the dealer saved, and which part of one is shown. */
export class SavedSearchesState {
  list = $state.raw<readonly SavedSearch[]>([])
  openId = $state('')
  part = $state<SavedPart | null>(null)
  readonly request = new RequestState()
  readonly #client: Client<Calls>

  readonly open: SavedSearch | null = $derived(this.list.find(({ id }) => id === this.openId) ?? null)
  /** Null: all that the search found. */
  readonly shownIds: readonly number[] | null = $derived(this.open && this.part ? this.open[this.part] : null)

  constructor(client: Client<Calls>) {
    this.#client = client
  }

  async load(): Promise<void> {
    await this.#take((signal) => this.#client('search:saved', null, { signal }))
  }

  async save(name: string, params: MarketParams): Promise<boolean> {
    const taken = await this.#take((signal) => this.#client('search:save', { name, params }, { signal }))
    if (taken) this.openId = this.list.at(-1)?.id ?? ''
    return taken
  }

  async remove(id: string): Promise<void> {
    await this.#take((signal) => this.#client('search:remove', { id }, { signal }))
    if (this.openId === id) this.choose('')
  }

  /** Its adverts are the dealer's own, or no longer. */
  async markStock(id: string, stock: boolean): Promise<void> {
    await this.#take((signal) => this.#client('search:mark-stock', { id, stock }, { signal }))
  }

  /** Reads every page again, with `prices` each advert too. */
  async check(prices: boolean): Promise<void> {
    const id = this.openId
    await this.#take((signal) => this.#client('search:check', { id, prices }, { signal }))
  }

  choose(id: string): void {
    this.openId = id
    this.part = null
  }

  showAll(): void {
    this.part = null
  }

  async #take(call: (signal: AbortSignal) => Promise<Reply<SavedSearch[]>>): Promise<boolean> {
    const list = await this.request.replace(call)
    if (list) this.list = list
    return list !== undefined
  }
}
