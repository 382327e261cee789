import { getLocale } from '../i18n/generated/runtime.js'
import { languages } from '../i18n/locale.ts'
import { readMoment } from './service-time.ts'

/** Formats cost more than what they write: one for each language and form. */
const made = new Map<string, Intl.DateTimeFormat>()

function written(date: Date, name: 'day' | 'shortDay' | 'time', timeZone?: string): string {
  const { region, ...forms } = languages[getLocale()]
  const key = `${region} ${name} ${timeZone ?? ''}`
  let format = made.get(key)
  if (!format) {
    const form = { day: forms.day, shortDay: { ...forms.day, year: undefined }, time: timeForm }[name]
    format = new Intl.DateTimeFormat(region, { ...form, timeZone })
    made.set(key, format)
  }
  return format.format(date)
}
const timeForm = { hour: '2-digit', minute: '2-digit' } as const

/** A day: `5 Nov 2026`, `05.11.2026`. */
export const dayWords = (date: Date): string => written(date, 'day')

/** A day of this year, as an axis has room for: `5 Nov`, `05.11`. */
export const shortDayWords = (date: Date): string => written(date, 'shortDay')

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

/** A moment as every spreadsheet reads it, by the clock of this computer: `2026-11-21 14:50:00`; what is none stays as it is. */
export function sheetTime(text: string): string {
  const date = readMoment(text)
  if (!date) return text
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 19).replace('T', ' ')
}
