import type { Client } from '#shared/bridge/call.ts'
import type { Calls, Events } from '#shared/bridge/calls.ts'
import type { KeyState } from '#shared/accounts/account.ts'
import type { AskingProxy } from '#shared/proxy/proxy-calls.ts'
import type { Listen } from '../bridge.ts'
import { perWindow } from '../ui/per-window.svelte.ts'
import { RequestState } from '../ui/request.svelte.ts'

/** The proxies that ask for a login, and the one that the person is asked about. */
export class ProxiesState {
  list = $state.raw<readonly AskingProxy[]>([])
  /** The name of the proxy whose dialog is open; null if none is. */
  open = $state<string | null>(null)
  readonly tries = new RequestState()
  readonly #client: Client<Calls>
  /** What was put away, by `proxy state`: it is asked again only if the proxy says something else. */
  readonly #putAway = new Set<string>()

  constructor(client: Client<Calls>, on: Listen<Events>) {
    this.#client = client
    on('proxy:changed', (asked) => {
      this.list = [...this.list.filter(({ proxy }) => proxy !== asked.proxy), asked]
      this.#ask(asked)
    })
    void this.#load()
  }

  get asking(): AskingProxy | null {
    return this.list.find(({ proxy }) => proxy === this.open) ?? null
  }

  show(proxy: string): void {
    this.tries.clear()
    this.open = proxy
  }

  close(): void {
    if (this.asking) this.#putAway.add(markOf(this.asking))
    this.tries.clear()
    this.open = null
  }

  /** @returns where the login is kept, if the proxy took it */
  async logIn(login: { readonly user: string; readonly password: string }): Promise<KeyState | null> {
    const { open } = this
    if (open === null) return null
    const taken = await this.tries.run(() => this.#client('proxy:log-in', { proxy: open, ...login }))
    if (!taken) return null
    this.open = null
    return taken.state
  }

  async forget(proxy: string): Promise<boolean> {
    const list = await this.tries.run(() => this.#client('proxy:forget', { proxy }))
    if (list) this.list = list
    return list !== undefined
  }

  async #load(): Promise<void> {
    const reply = await this.#client('proxy:list', null)
    if (!reply.ok) return
    this.list = reply.value
    for (const asked of reply.value) this.#ask(asked)
  }

  #ask(asked: AskingProxy): void {
    // To a proxy of another kind no login can be given: whatever failed by it says what to do.
    const isOver = asked.state === 'taken' || asked.state === 'kind'
    if (!isOver && this.open === null && !this.#putAway.has(markOf(asked))) this.show(asked.proxy)
  }
}

const markOf = ({ proxy, state }: AskingProxy): string => `${proxy} ${state}`

export const proxiesOf = perWindow((app) => new ProxiesState(app.client, app.on))
