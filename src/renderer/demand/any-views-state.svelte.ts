import type { Client } from '#shared/bridge/call.ts'
import type { Calls, Events } from '#shared/bridge/calls.ts'
import type { Listen } from '../bridge.ts'
import { perWindow } from '../ui/per-window.svelte.ts'

/** State that shows whether views of the account are known: without any, no list mentions them. */
export class AnyViewsState {
  /** The views of any advert were read. */
  any = $state(false)
  readonly #client: Client<Calls>

  constructor(client: Client<Calls>, on: Listen<Events>) {
    this.#client = client
    // They are read in the background too.
    on('inventory:changed', ({ changed }) => {
      if (!this.any && (!changed || changed.columns.includes('views'))) void this.load()
    })
  }

  /** Reads whether there are any; to be called for each account that becomes the active one. */
  async load(): Promise<void> {
    const reply = await this.#client('demand:any', null)
    if (reply.ok) this.any = reply.value
  }
}

/** The window's knowledge of whether there are views. */
export const anyViewsOf = perWindow((app) => new AnyViewsState(app.client, app.on))
