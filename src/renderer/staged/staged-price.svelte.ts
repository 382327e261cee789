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
  /** Prices that are being staged. */
  #staging = 0

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

  /**
   * The price is the edit at once, so that the next step starts from it and not from what was staged before.
   * @returns what is wrong with the price, in words; then the edit is what it was
   */
  async stage(price: number, currency: CurrencyId): Promise<string | undefined> {
    this.edit = { price, currency, sending: false }
    this.#staging++
    try {
      return await this.#staged.put([{ advert: this.#advert, field: 'price', text: String(price), currency }])
    } finally {
      this.#staging--
      void this.#load()
    }
  }

  drop(): Promise<void> {
    return this.#staged.drop([{ advert: this.#advert, field: 'price' }])
  }

  async #load(): Promise<void> {
    const turn = ++this.#loads
    const edits = await this.#staged.of(this.#advert)
    // Answers may overtake each other, and don't know what is still being staged.
    if (turn !== this.#loads || this.#staging > 0) return
    const found = edits.find(({ field }) => field === 'price')
    this.edit =
      typeof found?.value === 'number' && found.currency !== null
        ? { price: found.value, currency: found.currency, sending: found.batch !== null }
        : null
  }
}
