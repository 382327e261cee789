import { getLocale, languages, numberWords } from '#shared/i18n/locale.ts'
import { readMoment } from '#shared/time/service-time.ts'
import { localTime } from '#shared/time/time-words.ts'

// Formats of the window's first script; others have files of their own next to this one.

export function formatNumber(value: number | null): string {
  return value === null ? '' : numberWords(value)
}

/** Day and minute: `5 Nov 2026, 14:50`, `05.11.2026 14:50`; what is no date is shown as it came. */
export const formatDateTime = localTime

const steps = [
  ['minute', 60],
  ['hour', 60],
  ['day', 24],
] as const

/** Formats cost more than what they write: one for each language. */
const agoFormats = new Map<string, Intl.RelativeTimeFormat>()

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
  const { region } = languages[getLocale()]
  const format = agoFormats.get(region) ?? new Intl.RelativeTimeFormat(region, { numeric: 'auto' })
  agoFormats.set(region, format)
  return format.format(-amount, unit)
}
