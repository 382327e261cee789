import { getLocale } from '#shared/i18n/generated/runtime.js'
import { languages } from '#shared/i18n/locale.ts'

/** Formats cost more than what they write: one for each language and currency. */
const formats = new Map<string, Intl.NumberFormat>()

/** A sum of money in whole units, with the currency's own sign. */
export function formatMoney(value: number | null, currency: 'USD' | 'EUR' | 'UAH'): string {
  if (value === null) return ''
  const { region } = languages[getLocale()]
  const key = `${region} ${currency}`
  let format = formats.get(key)
  if (!format) {
    const form = {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      maximumFractionDigits: 0,
    } as const
    format = new Intl.NumberFormat(region, form)
    formats.set(key, format)
  }
  return format.format(value)
}
