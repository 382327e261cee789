import { m } from '#shared/i18n/generated/messages.js'
import type { AnswerOf, Client } from '#shared/bridge/call.ts'
import type { Calls, Events } from '#shared/bridge/calls.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import type { Addition, SyncState as Sync } from '#shared/inventory/inventory-calls.ts'
import type { Listen } from '../bridge.ts'
import { perWindow } from '../ui/per-window.svelte.ts'
import { RequestState, type BridgeCall } from '../ui/request.svelte.ts'

/** Freshness of the cached stock, and the reading that is under way. */
export class SyncState {
  current = $state.raw<Sync | null>(null)
  /** The number of own adverts at the service, once it was asked for; `count` is null if the service has no list. */
  own = $state.raw<{ readonly count: number | null } | null>(null)
  /** Cost of a refresh; null before it was asked. */
  cost = $state.raw<AnswerOf<Calls['inventory:sync-cost']> | null>(null)
  /** True from the click until main answers: its first event about the sync may come later. */
  #starting = $state(false)
  /** Its failure is one of the call itself; a sync that ended early reports its own. */
  readonly #request = new RequestState()
  readonly #counting = new RequestState()
  #accountId = ''
  readonly #client: Client<Calls>

  constructor(client: Client<Calls>, on: Listen<Events>) {
    this.#client = client
    on('inventory:sync', (state) => (this.current = state))
  }

  get counting(): boolean {
    return this.#counting.busy
  }

  /** Forgets what was asked of another account; a count is kept while the account stays the same. '' = not known yet. */
  useAccount(accountId: string): void {
    if (accountId === '' || accountId === this.#accountId) return
    if (this.#accountId !== '') {
      this.#counting.clear()
      this.own = null
    }
    this.#accountId = accountId
  }

  /** List of the service, if it was ever asked; `count` is null if it has no list. */
  get known(): { readonly count: number | null } | null {
    const list = this.current?.list
    return list ? { count: list.listed } : this.own
  }

  /** Part of the list that was read, if adverts of it were not and none is being read. */
  get partial(): { readonly listed: number; readonly read: number; readonly left: number } | null {
    const list = this.running ? null : this.current?.list
    if (!list || list.unread === 0) return null
    return { listed: list.listed, read: list.listed - list.unread, left: list.unread }
  }

  get running(): boolean {
    return this.#starting || (this.current?.running ?? null) !== null
  }

  /** The quota is used up: when the reading continues, ISO 8601. */
  get waitsUntil(): string | null {
    return this.current?.running?.waitsUntil ?? null
  }

  get failure(): Failure | null {
    return this.running
      ? null
      : (this.#counting.failure ?? this.#request.failure ?? this.current?.failure ?? null)
  }

  /** Adverts that the last sync could not read, in the words of a failure. */
  get unread(): Pick<Failure, 'words' | 'next'> | null {
    const unread = this.running ? null : this.current?.unread
    if (!unread) return null
    const { count, first } = unread
    return { words: m.inventory_unread({ count }), next: `${first.words} ${first.next}` }
  }

  /** Number of adverts that the last sync found to be gone from the service. */
  get gone(): number {
    return this.running ? 0 : (this.current?.gone ?? 0)
  }

  load(): Promise<boolean> {
    return this.#take(() => this.#client('inventory:sync-state', null))
  }

  /** Reads the dealer's adverts from the service; joins a sync that is under way. */
  async sync(): Promise<boolean> {
    if (this.#starting) return true
    this.#starting = true
    const taken = await this.#take(() => this.#client('inventory:sync', null))
    this.#starting = false
    return taken
  }

  /** Asks what a refresh would read, which is no call to the service. */
  async loadCost(): Promise<void> {
    const reply = await this.#client('inventory:sync-cost', null)
    if (reply.ok) this.cost = reply.value
  }

  /** Asks the service for the number of own adverts: one call. */
  async countOwn(): Promise<void> {
    const answer = await this.#counting.run(() => this.#client('inventory:own-count', null))
    if (answer) this.own = answer
  }

  /** The same for an account that was just connected: one that was read before, or asked for its list, costs no call. */
  async countFirst(accountId: string): Promise<void> {
    this.useAccount(accountId)
    if ((await this.load()) && this.current?.syncedAt === null && this.known === null) await this.countOwn()
  }

  /** Reads adverts of the last list that were not read yet: so many, or all of them. */
  readListed(most: number | null): Promise<boolean> {
    return this.#take(() => this.#client('inventory:read-listed', { most }))
  }

  /** Stops the reading under way; what was read stays. */
  stop(): Promise<boolean> {
    return this.#take(() => this.#client('inventory:stop', null))
  }

  /** Fetches these adverts into the cache; undefined if the call failed. */
  async add(ids: readonly number[]): Promise<Addition | undefined> {
    const added = await this.#request.run(() => this.#client('inventory:add', { ids: [...ids] }))
    if (added) this.current = added
    return added
  }

  async #take(call: BridgeCall<Sync>): Promise<boolean> {
    const state = await this.#request.run(call)
    if (state) this.current = state
    return state !== undefined
  }
}

export const syncOf = perWindow((app) => new SyncState(app.client, app.on))
