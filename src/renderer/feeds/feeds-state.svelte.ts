import type { Client, RequestOf } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { Feed } from '#shared/feeds/feeds-calls.ts'
import { perWindow } from '../ui/per-window.svelte.ts'
import { RequestState } from '../ui/request.svelte.ts'

/** A file that was fetched, as a draft in main. */
export interface FetchedFile {
  readonly draftId: string
  readonly fileName: string
}

/** The addresses that the active account's tables are fetched from. */
export class FeedsState {
  list = $state.raw<readonly Feed[]>([])
  /** The address that is asked now; null if none is. */
  fetching = $state<string | null>(null)
  /** A fetch that failed says so until the next one, or until it is hidden. */
  readonly fetches = new RequestState()
  readonly changes = new RequestState()

  readonly #client: Client<Calls>

  constructor(client: Client<Calls>) {
    this.#client = client
  }

  /** Another account may be active: its addresses are its own. */
  useAccount(): Promise<void> {
    this.list = []
    return this.load()
  }

  async load(): Promise<void> {
    const list = await this.changes.run(() => this.#client('feeds:list', null))
    if (list) this.list = list
  }

  /** @returns whether it is kept */
  save(change: RequestOf<Calls['feeds:save']>): Promise<boolean> {
    return this.#take(this.changes.run(() => this.#client('feeds:save', change)))
  }

  remove(id: string): Promise<boolean> {
    return this.#take(this.changes.run(() => this.#client('feeds:remove', { id })))
  }

  /** Fetches the table; another one that is being fetched is given up. */
  async fetch(id: string): Promise<FetchedFile | undefined> {
    this.fetching = id
    const fetched = await this.fetches.replace((signal) => this.#client('feeds:fetch', { id }, { signal }))
    if (this.fetching === id) this.fetching = null
    await this.load()
    return fetched
  }

  cancel(): void {
    this.fetches.stop()
    this.fetching = null
  }

  async #take(change: Promise<readonly Feed[] | undefined>): Promise<boolean> {
    const list = await change
    if (list) this.list = list
    return list !== undefined
  }
}

/** The addresses that tables are fetched from, for the whole window. */
export const feedsOf = perWindow((app) => new FeedsState(app.client))
