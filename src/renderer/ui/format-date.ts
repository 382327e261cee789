import { getLocale } from '#shared/i18n/locale.ts'
import { readMoment } from '#shared/time/service-time.ts'
import { dayWords } from '#shared/time/time-words.ts'

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
