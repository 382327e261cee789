import type { CurrencyId } from '#shared/batch/currency.ts'
import type { StagedState } from './staged-state.svelte.ts'

/** The price of one advert that is edited and not sent yet, followed while the advert is open. */
export class StagedPriceState {
  edit = $state.raw<{
    readonly price: number
    readonly currency: CurrencyId
    readonly sending: boolean
  } | null>(null)
  readonly #staged: StagedState
  readonly #advert: number
  #loads = 0

  constructor(staged: StagedState, advert: number) {
    this.#staged = staged
    this.#advert = advert
  }

  /** Reads the edit, now and after each change; returns what ends that. */
  follow(): () => void {
    void this.#load()
    const end = this.#staged.onChanged((adverts) => {
      if (adverts === null || adverts.includes(this.#advert)) void this.#load()
    })
    return () => {
      this.#loads++
      end()
    }
  }

  /** @returns what is wrong with the price, in words */
  stage(price: number, currency: CurrencyId): Promise<string | undefined> {
    return this.#staged.put([{ advert: this.#advert, field: 'price', text: String(price), currency }])
  }

  drop(): Promise<void> {
    return this.#staged.drop([{ advert: this.#advert, field: 'price' }])
  }

  async #load(): Promise<void> {
    const turn = ++this.#loads
    const edits = await this.#staged.of(this.#advert)
    // Answers may overtake each other.
    if (turn !== this.#loads) return
    const found = edits.find(({ field }) => field === 'price')
    this.edit =
      typeof found?.value === 'number' && found.currency !== null
        ? { price: found.value, currency: found.currency, sending: found.batch !== null }
        : null
  }
}
