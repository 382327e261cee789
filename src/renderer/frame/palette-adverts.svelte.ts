import type { AdvertRow } from '#shared/inventory/advert.ts'
import type { Action } from '../ui/actions.svelte.ts'
import type { AppContext } from '../ui/app-context.ts'
import { RequestState } from '../ui/request.svelte.ts'

/** How many adverts the palette lists. */
const most = 6

/** Adverts that the words typed into the palette find, from what is saved: also offline, and without a request. */
export class PaletteAdverts {
  #rows = $state.raw<readonly AdvertRow[]>([])
  readonly #app: AppContext
  readonly #request = new RequestState()

  constructor(app: AppContext) {
    this.#app = app
  }

  /** Each of them opens in the inventory. */
  get actions(): Action[] {
    return this.#rows.map(({ id: advert, title }) => ({
      id: `advert-${advert}`,
      label: `${title} · ${advert}`,
      run: () => this.#app.router.navigate('inventory', { id: String(advert) }),
    }))
  }

  /** One letter finds too many; what is a number is found by its own lines. */
  async find(typed: string): Promise<void> {
    const text = typed.trim().slice(0, 200)
    if (text.length < 2 || /^\d+$/.test(text)) {
      this.#request.stop()
      this.#rows = []
      return
    }
    const answer = await this.#request.replace((signal) =>
      this.#app.client(
        'inventory:ids',
        { text, states: [], sort: [], shown: { first: 0, end: most } },
        { signal },
      ),
    )
    if (answer) this.#rows = answer.rows.slice(0, most)
  }
}
