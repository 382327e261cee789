import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { AdvertDays } from '#shared/demand/advert-days.ts'
import { RequestState } from '../ui/request.svelte.ts'

/** Days that the details show. */
const shownDays = 30

/** How often an advert was viewed and its phone opened: what is saved, and what is read by a call. */
export class DemandState {
  /** Undefined before it is known; null if it was never read. */
  days = $state.raw<AdvertDays | null | undefined>(undefined)
  /** The service tells nothing of views. */
  missing = $state(false)
  /** It answered that it has no such advert of the account. */
  unknown = $state(false)
  readonly reading = new RequestState()
  readonly #loading = new RequestState()
  readonly #client: Client<Calls>
  readonly #id: number

  constructor(client: Client<Calls>, id: number) {
    this.#client = client
    this.#id = id
  }

  async load(): Promise<void> {
    const found = await this.#loading.replace((signal) =>
      this.#client('demand:days', { id: this.#id, days: shownDays }, { signal }),
    )
    if (!found) return
    this.missing = found.missing
    this.days = found.known
  }

  async read(): Promise<void> {
    const found = await this.reading.replace((signal) =>
      this.#client('demand:read', { id: this.#id, days: shownDays }, { signal }),
    )
    if (found === undefined) return
    this.unknown = found === null
    if (found) this.days = found
  }

  /** Nobody waits for what is under way any more. */
  stop(): void {
    this.reading.stop()
    this.#loading.stop()
  }
}
