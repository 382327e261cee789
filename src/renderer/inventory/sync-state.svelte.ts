import { m } from '#shared/i18n/generated/messages.js'
import type { Client, Reply } from '#shared/bridge/call.ts'
import type { Calls, Events } from '#shared/bridge/calls.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import type { SyncState as Sync } from '#shared/inventory/inventory-calls.ts'
import type { Listen } from '../bridge.ts'
import { perWindow } from '../ui/per-window.svelte.ts'

/** How fresh the cached stock is, and the reading that is under way. */
export class SyncState {
  current = $state.raw<Sync | null>(null)
  /** The call itself failed, as against a sync that ended early. */
  #refused = $state.raw<Failure | null>(null)
  asked = $state(false)
  readonly #client: Client<Calls>

  constructor(client: Client<Calls>, on: Listen<Events>) {
    this.#client = client
    on('inventory:sync', (state) => (this.current = state))
  }

  get running(): boolean {
    return this.asked || (this.current?.running ?? null) !== null
  }

  /** The quota is used up: when the reading goes on, ISO 8601. */
  get waitsUntil(): string | null {
    return this.current?.running?.waitsUntil ?? null
  }

  get failure(): Failure | null {
    return this.running ? null : (this.#refused ?? this.current?.failure ?? null)
  }

  /** What the last sync went past, told like a failure. */
  get unread(): Pick<Failure, 'words' | 'next'> | null {
    const unread = this.running ? null : this.current?.unread
    if (!unread) return null
    const { count, first } = unread
    return { words: m.inventory_unread({ count }), next: `${first.words} ${first.next}` }
  }

  load(): Promise<boolean> {
    return this.#take(this.#client('inventory:sync-state', null))
  }

  /** Reads the dealer's adverts from the service; joins a sync that is under way. */
  async sync(): Promise<boolean> {
    if (this.asked) return true
    this.asked = true
    const taken = await this.#take(this.#client('inventory:sync', null))
    this.asked = false
    return taken
  }

  /** Ends the reading under way; what was read stays. */
  stop(): Promise<boolean> {
    return this.#take(this.#client('inventory:stop', null))
  }

  /** Fetches these adverts into the cache. */
  add(ids: readonly number[]): Promise<boolean> {
    return this.#take(this.#client('inventory:add', { ids: [...ids] }))
  }

  async #take(asked: Promise<Reply<Sync>>): Promise<boolean> {
    const reply = await asked
    this.#refused = reply.ok ? null : reply.failure
    if (reply.ok) this.current = reply.value
    return reply.ok
  }
}

export const syncOf = perWindow((app) => new SyncState(app.client, app.on))
