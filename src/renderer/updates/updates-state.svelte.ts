import type { Client } from '#shared/bridge/call.ts'
import type { Calls, Events } from '#shared/bridge/calls.ts'
import type { Updates } from '#shared/updates/updates-calls.ts'
import type { Listen } from '../bridge.ts'
import { perWindow } from '../ui/per-window.svelte.ts'

/** New versions of the app as main sees them. Main goes on with a download while other pages are open. */
export class UpdatesState {
  /** Null until it is known, and in a build without an address of new versions. */
  current = $state.raw<Updates | null>(null)
  /** True if main has answered. */
  asked = $state(false)
  readonly #client: Client<Calls>

  constructor(client: Client<Calls>, on: Listen<Events>) {
    this.#client = client
    on('updates:changed', (updates) => (this.current = updates))
    void client('updates:look', null).then((reply) => {
      if (reply.ok) this.current ??= reply.value
      this.asked = true
    })
  }

  check(): void {
    void this.#client('updates:check', null)
  }

  download(): void {
    void this.#client('updates:download', null)
  }

  stop(): void {
    void this.#client('updates:stop', null)
  }

  restart(): void {
    void this.#client('updates:restart', null)
  }
}

export const updatesOf = perWindow((app) => new UpdatesState(app.client, app.on))
