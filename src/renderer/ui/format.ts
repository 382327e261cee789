import { getLocale } from '#shared/i18n/generated/runtime.js'
import { languages, numberWords } from '#shared/i18n/locale.ts'
import { readMoment } from '#shared/time/service-time.ts'
import { dayWords, localTime, sheetTime } from '#shared/time/time-words.ts'

/** Formatters cost more than what they format: one for each locale and form. */
const made = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>()

function once<Format extends Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>(
  form: string,
  make: (locale: string) => Format,
): Format {
  const locale = getLocale()
  const key = `${locale} ${form}`
  const known = made.get(key)
  if (known) return known as Format
  const format = make(languages[locale].region)
  made.set(key, format)
  return format
}

export function formatNumber(value: number | null): string {
  return value === null ? '' : numberWords(value)
}

/** A number as a spreadsheet reads it: without groups, with the decimal mark of the language. */
export function plainNumber(value: number | null): string {
  if (value === null) return ''
  const make = (locale: string): Intl.NumberFormat =>
    new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 6 })
  return once('plain number', make).format(value)
}

/** A sum of money in whole units, with the currency's own sign. */
export function formatMoney(value: number | null, currency: 'USD' | 'EUR' | 'UAH'): string {
  if (value === null) return ''
  const make = (locale: string): Intl.NumberFormat =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      maximumFractionDigits: 0,
    })
  return once(`money ${currency}`, make).format(value)
}

/** The day of a moment by the window's clock, `2026-11-21`, to be compared with a day that a person chose. */
export const localDay = (text: string): string => sheetTime(text).slice(0, 10)

/** Days as they are shown, by locale and day: a stock has few, and a list shows several in each row. */
const days = new Map<string, string>()
const mostDays = 5_000

/** The day alone: `5 Nov 2026`, `05.11.2026`; what is no date is shown as it came. */
export function formatDate(text: string): string {
  const date = readMoment(text)
  if (!date) return text
  const key = `${getLocale()} ${date.getFullYear()} ${date.getMonth()} ${date.getDate()}`
  const known = days.get(key)
  if (known !== undefined) return known
  if (days.size >= mostDays) days.clear()
  const day = dayWords(date)
  days.set(key, day)
  return day
}

/** `Wednesday, 25 November`, with the year if that is asked for. */
export function formatWeekday(date: Date, withYear = false): string {
  const year = withYear ? 'numeric' : undefined
  const make = (locale: string): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', year })
  return once(`weekday ${withYear}`, make).format(date)
}

/** `25 November`. */
export const formatDay = (date: Date): string =>
  once('day', (locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long' })).format(date)

/** Day and minute: `5 Nov 2026, 14:50`, `05.11.2026 14:50`; what is no date is shown as it came. */
export const formatDateTime = localTime

const steps = [
  ['minute', 60],
  ['hour', 60],
  ['day', 24],
] as const

/** `4 minutes ago`, `yesterday`: how long before `now` (epoch milliseconds) that was. */
export function formatAgo(text: string, now: number): string {
  const date = readMoment(text)
  if (!date) return text
  // The clock of the page ticks now and then, so that what just happened may lie ahead of it.
  let amount = Math.max(0, Math.round((now - date.getTime()) / 1000))
  let unit: Intl.RelativeTimeFormatUnit = 'second'
  for (const [larger, size] of steps) {
    if (Math.abs(amount) < size) break
    amount = Math.round(amount / size)
    unit = larger
  }
  return once('ago', (locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })).format(
    -amount,
    unit,
  )
}
