import { getLocale, languages } from '../i18n/locale.ts'
import { readMoment } from './service-time.ts'

/** Formats cost more than what they write: one for each language and form. */
const made = new Map<string, Intl.DateTimeFormat>()

function written(date: Date, name: 'day' | 'time', timeZone?: string): string {
  const { region, day } = languages[getLocale()]
  const key = `${region} ${name} ${timeZone ?? ''}`
  let format = made.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(region, { ...(name === 'day' ? day : timeForm), timeZone })
    made.set(key, format)
  }
  return format.format(date)
}
const timeForm = { hour: '2-digit', minute: '2-digit' } as const

/** A day: `5 Nov 2026`, `05.11.2026`. */
export const dayWords = (date: Date): string => written(date, 'day')

/** Hour and minute: `14:50`. */
export const timeWords = (date: Date): string => written(date, 'time')

/** Day and minute, by the clock of this computer or of `timeZone`: `5 Nov 2026, 14:50`, `05.11.2026 14:50`. */
export const momentWords = (date: Date, timeZone?: string): string =>
  written(date, 'day', timeZone) + languages[getLocale()].beforeTime + written(date, 'time', timeZone)

/** A moment by the clock of this computer, in the language of the app; what is no moment is said as it came. */
export function localTime(text: string): string {
  const date = readMoment(text)
  return date ? momentWords(date) : text
}
