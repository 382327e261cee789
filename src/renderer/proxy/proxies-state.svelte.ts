import type { Client } from '#shared/bridge/call.ts'
import type { Calls, Events } from '#shared/bridge/calls.ts'
import type { AskingProxy } from '#shared/proxy/proxy-calls.ts'
import type { Listen } from '../bridge.ts'
import { perWindow } from '../ui/per-window.svelte.ts'

/** The proxies that ask for a login, and the one that the person is asked about. */
export class ProxiesState {
  list = $state.raw<readonly AskingProxy[]>([])
  /** The name of the proxy whose dialog is open; null if none is. */
  open = $state<string | null>(null)

  constructor(client: Client<Calls>, on: Listen<Events>) {
    on('proxy:changed', (asked) => this.#told(asked))
    void client('proxy:list', null).then((reply) => {
      if (reply.ok) for (const asked of reply.value) this.#told(asked)
    })
  }

  /** Main reports each change once, so that no person is asked the same again. */
  #told(asked: AskingProxy): void {
    this.list = [...this.list.filter(({ proxy }) => proxy !== asked.proxy), asked]
    // To a proxy of another kind no login can be given: whatever failed by it says what to do.
    if (asked.state !== 'taken' && asked.state !== 'kind') this.open ??= asked.proxy
    else if (this.open === asked.proxy) this.open = null
  }
}

export const proxiesOf = perWindow((app) => new ProxiesState(app.client, app.on))
