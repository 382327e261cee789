import { currencies, currencyOfCode, priceIn, type CurrencyId, type Prices } from '#shared/batch/currency.ts'
import { formatMoney } from '../ui/format-money.ts'

/** The price of an advert that is staged, if one is; staging another one, and dropping it. */
export interface PriceEditing {
  readonly edit: StagedPrice | null
  /** @returns what is wrong with the price, in words */
  stage(price: number, currency: CurrencyId): Promise<string | undefined>
  drop(): Promise<void>
}

export interface StagedPrice {
  readonly price: number
  readonly currency: CurrencyId
  /** A batch holds it: it can't be dropped any more. */
  readonly sending: boolean
}

/** The prices of an advert with the currency in which it is sold. */
export interface PricedRow extends Prices {
  readonly mainCurrency: string
}

/** The currency in which an advert is sold; US dollars if none is known. */
export const ownCurrency = (row: PricedRow): CurrencyId => currencyOfCode(row.mainCurrency) ?? 1

/** A sum in another currency, at the rate of the advert's own prices, whole; null without a rate. */
export function converted(row: PricedRow, sum: number, from: number, to: CurrencyId): number | null {
  if (from === to) return Math.round(sum)
  const one = priceIn(row, from as CurrencyId)
  const other = priceIn(row, to)
  return one === null || other === null || one <= 0 ? null : Math.round((sum * other) / one)
}

/** Steps of a price, in percent. */
export const priceSteps = [-2, -1, 1, 2] as const

/** A price changed by so many percent, in whole units; never below one. */
export const stepped = (price: number, percent: number): number =>
  Math.max(1, Math.round(price * (1 + percent / 100)))

export const moneyWords = (price: number, currency: number): string =>
  formatMoney(price, currencies[currency as CurrencyId])
