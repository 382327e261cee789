/** Currency ids of the vehicle endpoints (docs/service/writes.md). Real estate has other ids. */
export const currencyCodes = { 1: 'USD', 2: 'EUR', 3: 'UAH' } as const
export type CurrencyId = keyof typeof currencyCodes

export const isCurrencyId = (id: number): id is CurrencyId => id === 1 || id === 2 || id === 3

/** One rate for the whole sandbox: hryvnias for one unit, so that the three prices of an advert always agree. */
const hryvniasFor: Record<CurrencyId, number> = { 1: 42, 2: 48.72, 3: 1 }

/** The price in another currency, unrounded; exact if the currency stays the same. */
export const convert = (price: number, from: CurrencyId, to: CurrencyId): number =>
  from === to ? price : (price * hryvniasFor[from]) / hryvniasFor[to]

/** The prices as an advert shows them: whole units of each currency. */
export const pricesOf = (price: number, currency: CurrencyId): { USD: number; EUR: number; UAH: number } => ({
  USD: Math.round(convert(price, currency, 1)),
  EUR: Math.round(convert(price, currency, 2)),
  UAH: Math.round(convert(price, currency, 3)),
})

/** 1234567 → "1 234 567", as the real-estate records format money. */
export const spaced = (amount: number): string => String(Math.round(amount)).replace(/\B(?=(\d{3})+$)/g, ' ')
