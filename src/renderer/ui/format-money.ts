import { type CurrencyCode, moneyWords } from '#shared/i18n/money-words.ts'

/** A sum of money in whole units, with the currency's own sign; '' if there is none. */
export const formatMoney = (value: number | null, currency: CurrencyCode): string =>
  value === null ? '' : moneyWords(value, currency)
