import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import type { AdvertDetail } from '#shared/inventory/inventory-calls.ts'

/** The whole record of the advert that is open. The one before stays on the screen until the next one came. */
export class DetailState {
  shown = $state.raw<AdvertDetail | null>(null)
  failure = $state.raw<Failure | null>(null)
  /** The advert went from the cache while its row was still on the screen. */
  gone = $state(false)
  readonly #client: Client<Calls>

  constructor(client: Client<Calls>) {
    this.#client = client
  }

  /** Shows this advert; returns the function that gives up. */
  load(id: number): () => void {
    const ask = new AbortController()
    void this.#load(id, ask.signal)
    return () => ask.abort()
  }

  async #load(id: number, signal: AbortSignal): Promise<void> {
    const reply = await this.#client('inventory:detail', { id }, { signal })
    if (signal.aborted) return
    this.failure = reply.ok ? null : reply.failure
    this.gone = reply.ok && reply.value === null
    if (reply.ok) this.shown = reply.value
  }
}
