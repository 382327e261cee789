import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { BackgroundReading } from '#shared/demand/demand-calls.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { formatNumber } from '../ui/format.ts'
import { RequestState } from '../ui/request.svelte.ts'

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
