import { getLocale } from '#shared/i18n/generated/runtime.js'
import { languages, numberWords } from '#shared/i18n/locale.ts'

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

/** Reads ISO 8601 and the service's `YYYY-MM-DD HH:MM:SS`, which is local time; undefined for what is no date. */
export function readDate(text: string): Date | undefined {
  const date = new Date(text.replace(' ', 'T'))
  return Number.isNaN(date.getTime()) ? undefined : date
}

/** A moment as every spreadsheet reads it, in local time: `2026-11-21 14:50:00`; what is no date stays as it is. */
export function copyTime(text: string): string {
  const date = readDate(text)
  if (!date || !text.endsWith('Z')) return text
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 19).replace('T', ' ')
}

const serviceTime = /^\d{4}-\d\d-\d\d (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/
/** Days as they are shown, by locale and day: a stock has few, and a list shows several in each row. */
const days = new Map<string, string>()
const mostDays = 5_000

/** The day alone; what is no date is shown as it came. */
export function formatDate(text: string): string {
  if (!serviceTime.test(text)) return formatDay(text)
  const key = getLocale() + text.slice(0, 10)
  const known = days.get(key)
  if (known !== undefined) return known
  if (!readDate(text)) return text
  if (days.size >= mostDays) days.clear()
  const day = formatDay(text)
  days.set(key, day)
  return day
}

function formatDay(text: string): string {
  const date = readDate(text)
  if (!date) return text
  const make = (locale: string): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric' })
  return once('date', make).format(date)
}

/** `Wednesday, 25 November`. */
export function formatWeekday(date: Date): string {
  const make = (locale: string): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' })
  return once('weekday', make).format(date)
}

/** Day and minute: `21 Nov 2026, 14:50`, `21.11.2026 14:50`; what is no date is shown as it came. */
export function formatDateTime(text: string): string {
  const date = readDate(text)
  if (!date) return text
  return languages[getLocale()].digitsOnly
    ? `${formatDate(text)} ${formatTime(date)}`
    : longDateTime().format(date)
}

/** Hour and minute: `14:50`, `2:50 PM`. */
export const formatTime = (date: Date): string =>
  once('time', (locale) => new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })).format(
    date,
  )

const longDateTime = (): Intl.DateTimeFormat =>
  once('date time', (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }))

const steps = [
  ['minute', 60],
  ['hour', 60],
  ['day', 24],
] as const

/** `4 minutes ago`, `yesterday`: how long before `now` (epoch milliseconds) that was. */
export function formatAgo(text: string, now: number): string {
  const date = readDate(text)
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
