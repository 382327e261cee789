import { getLocale, languages } from '#shared/i18n/locale.ts'
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

/** Heading of a day: `Today, 23 November`, `Friday, 20 November`, with the year if it is another one. */
export function dayHead(at: string, now: number): string {
  const day = localDay(at)
  const date = new Date(`${day}T12:00`)
  if (Number.isNaN(date.getTime())) return at
  if (day === dayBefore(now, 0)) return `${m.word_today()}, ${formatDay(date)}`
  if (day === dayBefore(now, 1)) return m.app_yesterday({ day: formatDay(date) })
  return formatWeekday(date, date.getFullYear() !== new Date(now).getFullYear())
}

/** The head of a day in a list of rows. */
export interface DayHead {
  readonly day: string
  /** `2026-11-23` */
  readonly date: string
  /** Number of rows that the day has. */
  readonly count: number
  readonly folded: boolean
}

export const isDayHead = (line: object): line is DayHead => 'day' in line && !('id' in line)

/** Rows, which are in the order of their times, with a head before those of each day; of a folded day the head alone. */
export function withDayHeads<Row extends { readonly createdAt: string }>(
  rows: readonly Row[],
  now: number,
  isFolded: (date: string) => boolean = () => false,
): (Row | DayHead)[] {
  const days = Map.groupBy(rows, ({ createdAt }) => localDay(createdAt))
  return [...days].flatMap(([date, own]) => {
    const folded = isFolded(date)
    const head = { day: dayHead(own[0]?.createdAt ?? date, now), date, count: own.length, folded }
    return folded ? [head] : [head, ...own]
  })
}
