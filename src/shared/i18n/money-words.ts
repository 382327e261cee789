import type { CurrencyCode } from '#shared/batch/currency.ts'
import { getLocale, languages } from './locale.ts'

export type { CurrencyCode }

/** Formats cost more than what they write: one for each language, currency and number of digits. */
const formats = new Map<string, Intl.NumberFormat>()

function formatOf(currency: CurrencyCode, digits: number): Intl.NumberFormat {
  const { region } = languages[getLocale()]
  const key = `${region} ${currency} ${digits}`
  const known = formats.get(key)
  if (known) return known
  const form = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
  const made = new Intl.NumberFormat(region, {
    ...form,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  formats.set(key, made)
  return made
}

/** A sum of money in whole units, with the currency's own sign. */
export const moneyWords = (value: number, currency: CurrencyCode): string =>
  formatOf(currency, 0).format(value)

/** A price as it is sent: the same, and its cents if it has any. */
export const priceWords = (value: number, currency: CurrencyCode): string =>
  formatOf(currency, Number.isInteger(value) ? 0 : 2).format(value)
