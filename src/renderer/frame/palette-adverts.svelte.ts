import type { AdvertRow } from '#shared/inventory/advert.ts'
import type { Action } from '../ui/actions.svelte.ts'
import type { AppContext } from '../ui/app-context.ts'
import { RequestState } from '../ui/request.svelte.ts'

/** Number of adverts that the palette lists. */
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
    return this.#rows.map(({ id: advert, title, stockNumber }) => ({
      id: `advert-${advert}`,
      label: [stockNumber, title, advert].filter(Boolean).join(' · '),
      run: () => this.#app.router.navigate('inventory', { id: String(advert) }),
    }))
  }

  /** One letter finds too many. A number is one of the dealer's own here, a whole one first: the id of an advert has its own lines. */
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
        { text, states: [], sort: [], shown: { first: 0, end: most } },
        { signal },
      ),
    )
    const isNumber = /^\d+$/.test(text)
    const found = answer?.rows.filter(
      ({ id, stockNumber }) => !isNumber || (stockNumber && String(id) !== text),
    )
    if (!found) return
    const isWhole = ({ stockNumber }: AdvertRow): boolean => stockNumber?.toLowerCase() === text.toLowerCase()
    this.#rows = found.toSorted((one, other) => Number(isWhole(other)) - Number(isWhole(one))).slice(0, most)
  }
}
