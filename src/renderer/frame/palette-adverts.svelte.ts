import type { AdvertRow } from '#shared/inventory/advert.ts'
import type { Action } from '../ui/actions.svelte.ts'
import type { AppContext } from '../ui/app-context.ts'
import { RequestState } from '../ui/request.svelte.ts'

/** Number of adverts that the palette lists. */
const most = 6
const byNumber = [{ column: 'stockNumber', descending: false }] as const

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
    return this.#rows.map(({ id: advert, title, stockNumber }) => ({
      id: `advert-${advert}`,
      label: [stockNumber, title, advert].filter(Boolean).join(' · '),
      run: () => this.#app.router.navigate('inventory', { id: String(advert) }),
    }))
  }

  /**
   * One letter finds too many. A number is one of the dealer's own here, the lowest first, so that a whole one stands before longer
   * ones: the id of an advert has its own lines.
   */
  async find(typed: string): Promise<void> {
    const text = typed.trim().slice(0, 200)
    if (text.length < 2) {
      this.#request.stop()
      this.#rows = []
      return
    }
    const answer = await this.#request.replace((signal) =>
      this.#app.client(
        'inventory:ids',
        { text, states: [], sort: [...byNumber], shown: { first: 0, end: most } },
        { signal },
      ),
    )
    const isNumber = /^\d+$/.test(text)
    const found = answer?.rows.filter(
      ({ id, stockNumber }) => !isNumber || (stockNumber && String(id) !== text),
    )
    if (found) this.#rows = found
  }
}
