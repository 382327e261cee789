import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { AdvertRow } from '#shared/inventory/advert.ts'
import { RequestState } from '../ui/request.svelte.ts'

/** How many adverts the palette lists. */
const most = 6

/** Adverts that the words typed into the palette find, from what is saved: also offline, and without a request. */
export class PaletteAdverts {
  rows = $state.raw<readonly AdvertRow[]>([])
  readonly #client: Client<Calls>
  readonly #request = new RequestState()

  constructor(client: Client<Calls>) {
    this.#client = client
  }

  /** One letter finds too many; what is a number is found by its own lines. */
  async find(typed: string): Promise<void> {
    const text = typed.trim().slice(0, 200)
    if (text.length < 2 || /^\d+$/.test(text)) {
      this.#request.stop()
      this.rows = []
      return
    }
    const answer = await this.#request.replace((signal) =>
      this.#client(
        'inventory:ids',
        { text, states: [], sort: [], shown: { first: 0, end: most } },
        { signal },
      ),
    )
    if (answer) this.rows = answer.rows.slice(0, most)
  }
}
