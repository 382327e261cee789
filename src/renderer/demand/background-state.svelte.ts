import type { Client } from '#shared/bridge/call.ts'
import type { Calls, Events } from '#shared/bridge/calls.ts'
import type { BackgroundReading } from '#shared/demand/demand-calls.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { formatNumber } from '../ui/format.ts'
import { RequestState } from '../ui/request.svelte.ts'
import type { Listen } from '../bridge.ts'
import { perWindow } from '../ui/per-window.svelte.ts'

/** Cost of reading views in the background, and its progress. */
export class BackgroundState {
  /** Null before it is known. */
  reading = $state.raw<BackgroundReading | null>(null)
  readonly request = new RequestState()
  readonly #client: Client<Calls>

  constructor(client: Client<Calls>) {
    this.#client = client
  }

  async load(): Promise<void> {
    const found = await this.request.replace((signal) => this.#client('demand:background', null, { signal }))
    if (found) this.reading = found
  }

  /** No view waits for the running call any more. */
  stop(): void {
    this.request.stop()
  }
}

/** Words for the requests that it takes, and how long it takes to read every advert once. */
export function costWords({ live, perDay }: BackgroundReading): string {
  if (live === 0 || perDay === 0) return m.demand_background_none()
  const rounds = { live: formatNumber(live), count: Math.ceil(live / perDay) }
  const cost = m.demand_background_cost({ count: perDay, shown: formatNumber(perDay) })
  return `${cost} ${live <= perDay ? m.demand_background_day(rounds) : m.demand_background_days(rounds)}`
}

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
