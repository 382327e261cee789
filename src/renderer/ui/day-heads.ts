import { getLocale } from '#shared/i18n/generated/runtime.js'
import { languages } from '#shared/i18n/locale.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { localDay } from '#shared/time/sheet-time.ts'

const written = (date: Date, form: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(languages[getLocale()].region, { day: 'numeric', month: 'long', ...form }).format(
    date,
  )

/** `Wednesday, 25 November`, with the year if that is asked for. */
export const formatWeekday = (date: Date, withYear = false): string =>
  written(date, { weekday: 'long', ...(withYear && { year: 'numeric' }) })

/** `25 November`. */
export const formatDay = (date: Date): string => written(date, {})

/** `2026-11-23` of the moment so many days before `now` (epoch milliseconds), by the window's calendar. */
function dayBefore(now: number, days: number): string {
  const date = new Date(now)
  // Noon: where the clocks change, a day has not 24 hours.
  return localDay(new Date(date.getFullYear(), date.getMonth(), date.getDate() - days, 12).toISOString())
}

/** What a day is called above what happened on it: `Today, 23 November`, `Friday, 20 November`, with the year if it is another one. */
export function dayHead(at: string, now: number): string {
  const day = localDay(at)
  const date = new Date(`${day}T12:00`)
  if (Number.isNaN(date.getTime())) return at
  if (day === dayBefore(now, 0)) return m.app_today({ day: formatDay(date) })
  if (day === dayBefore(now, 1)) return m.app_yesterday({ day: formatDay(date) })
  return formatWeekday(date, date.getFullYear() !== new Date(now).getFullYear())
}

/** The head of a day in a list of rows. */
export interface DayHead {
  readonly day: string
}

export const isDayHead = (line: object): line is DayHead => 'day' in line && !('id' in line)

/** Rows, which are in the order of their times, with a head before those of each day. */
export function withDayHeads<Row extends { readonly createdAt: string }>(
  rows: readonly Row[],
  now: number,
): (Row | DayHead)[] {
  let last = ''
  return rows.flatMap((row) => {
    const day = localDay(row.createdAt)
    if (day === last) return [row]
    last = day
    return [{ day: dayHead(row.createdAt, now) }, row]
  })
}
