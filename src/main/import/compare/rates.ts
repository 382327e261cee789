import type { CurrencyId } from '#shared/batch/currency.ts'
import type { ModelPrice } from './compare.ts'

/** Prices in a currency for one dollar, roughly: a price that is asked about is three times another one. */
const rough: Readonly<Record<CurrencyId, number>> = { 1: 1, 2: 0.9, 3: 42 }

/** Rates of currencies, as own adverts show them with their prices. */
export class Rates {
  readonly #perDollar: Record<CurrencyId, number> = { ...rough }

  learn({ usd, eur, uah }: ModelPrice): void {
    if (!usd) return
    if (eur) this.#perDollar[2] = eur / usd
    if (uah) this.#perDollar[3] = uah / usd
  }

  dollars(price: number, currency: CurrencyId): number {
    return price / this.#perDollar[currency]
  }

  of(dollars: number, currency: CurrencyId): number {
    return dollars * this.#perDollar[currency]
  }

  /** The price of an advert in dollars; null if it shows none. */
  dollarsOf({ usd, eur, uah }: ModelPrice): number | null {
    if (usd) return usd
    if (eur) return this.dollars(eur, 2)
    return uah ? this.dollars(uah, 3) : null
  }
}
