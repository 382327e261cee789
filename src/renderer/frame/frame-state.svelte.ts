import type { Client } from '#shared/bridge/call.ts'
import type { Calls, Events } from '#shared/bridge/calls.ts'
import type { AppState } from '#shared/settings/app-calls.ts'
import type { Listen } from '../bridge.ts'
import { perWindow } from '../ui/per-window.svelte.ts'

/** Pause between updates of the words about time, in milliseconds: they count minutes. */
const tick = 30_000

/** Facts about the app as a whole: the network, the quota, what the last run left behind. */
export class FrameState {
  facts = $state.raw<AppState | null>(null)
  /** True if the facts were asked for and answered, be it with a failure. */
  asked = $state(false)
  now = $state(Date.now())
  online = $state(navigator.onLine)
  /** True for each account whose last request was answered, whatever it was about. */
  lines = $state.raw<ReadonlyMap<string, boolean>>(new Map())
  /** Notices that the person has put away for this run. */
  hidden = $state.raw<readonly string[]>([])
  /** Notices that were noted in this run: in another language they are the same. */
  readonly noted = new Set<string>()
  readonly #client: Client<Calls>

  constructor(client: Client<Calls>, on: Listen<Events>) {
    this.#client = client
    on('app:state', (facts) => this.#show(facts))
    on('app:quota', (quota) => {
      if (this.facts) this.facts = { ...this.facts, quota }
      // One that goes away again later is another trouble.
      if (quota.whose !== 'unreached') this.#forget('team-away')
    })
    on('demand:calls', ({ waiting }) => {
      if (this.facts) this.facts = { ...this.facts, callsWaiting: waiting }
    })
    on('app:recovered', () => void this.load())
    on('app:damaged', () => void this.load())
    on('app:set-aside', () => {
      this.#forget('set-aside')
      void this.load()
    })
    on('app:clock-apart', () => void this.load())
    on('app:line', ({ accountId, isReached }) => {
      this.lines = new Map(this.lines).set(accountId, isReached)
    })
    on('app:unreadable', () => void this.load())
    on('app:backup', () => void this.load())
    addEventListener('online', () => (this.online = true))
    addEventListener('offline', () => (this.online = false))
    setInterval(() => (this.now = Date.now()), tick)
  }

  async load(): Promise<void> {
    const reply = await this.#client('app:state', null)
    if (reply.ok) this.#show(reply.value)
    this.asked = true
  }

  hide(notice: string): void {
    this.hidden = [...this.hidden, notice]
  }

  /** Shows again what was put away and is still so. */
  showHidden(): void {
    this.hidden = []
  }

  #show(facts: AppState): void {
    this.facts = facts
    // One that can't be made again later is another trouble.
    if (facts.backupFailure === null) this.#forget('backup')
    this.online = facts.online && navigator.onLine
    this.lines = new Map(Object.entries(facts.lines))
  }

  #forget(notice: string): void {
    if (this.hidden.includes(notice)) this.hidden = this.hidden.filter((each) => each !== notice)
  }
}

export const frameOf = perWindow((app) => new FrameState(app.client, app.on))
