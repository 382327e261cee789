import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { AdvertDetail } from '#shared/inventory/inventory-calls.ts'
import { RequestState } from '../ui/request.svelte.ts'

/** The whole record of the open advert. The previous one stays on the screen until the next one is read. */
export class DetailState {
  shown = $state.raw<AdvertDetail | null>(null)
  /** The advert left the cache while its row was still on the screen. */
  gone = $state(false)
  readonly request = new RequestState()
  readonly #client: Client<Calls>

  constructor(client: Client<Calls>) {
    this.#client = client
  }

  /** Shows this advert; returns the function that cancels the reading. */
  load(id: number): () => void {
    void this.#load(id)
    return () => this.request.stop()
  }

  async #load(id: number): Promise<void> {
    const detail = await this.request.replace((signal) =>
      this.#client('inventory:detail', { id }, { signal }),
    )
    if (detail === undefined) return
    this.gone = detail === null
    this.shown = detail
  }
}
