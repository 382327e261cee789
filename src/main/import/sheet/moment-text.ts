const dayMs = 86_400_000
/** Day 25569 of a spreadsheet's count is 1 January 1970. */
const unixDay = 25_569
const days1904 = 1_462
/** 29 February 1900, which was not: the count has it, so that the days before are one further away than they look. */
const leapDay = 60
/** 31 December 9999, the last day that a spreadsheet shows. */
const lastDay = 2_958_465

/** Form of a moment in a cell: with a day, with a time of day, or as hours that don't end at 24. */
export interface MomentForm {
  readonly day: boolean
  readonly clock: boolean
  readonly elapsed: boolean
}

/**
 * A moment or a time that a spreadsheet counts in days, as ISO: `2026-11-21`, `2026-11-21 18:00:00`, `18:00:00`,
 * with milliseconds if there are any. Null if a spreadsheet doesn't show it either.
 */
export function momentText(
  count: number,
  { day, clock, elapsed }: MomentForm,
  from1904: boolean,
): string | null {
  const ms = Math.round(count * dayMs)
  if (elapsed) return `${ms < 0 ? '-' : ''}${clockText(Math.abs(ms))}`
  const days = Math.floor(ms / dayMs)
  const time = ms - days * dayMs
  // A time alone: the day 0 is no day, unless the count begins with it.
  if (days === 0 && (clock || time > 0) && !(day && from1904)) return clockText(time)
  const date = dayText(days, from1904)
  if (date === null) return null
  return time === 0 ? date : `${date} ${clockText(time)}`
}

function dayText(days: number, from1904: boolean): string | null {
  const count = from1904 ? days + days1904 : days
  if (days < 0 || count > lastDay) return null
  if (count === 0) return '1900-01-00'
  if (count === leapDay) return '1900-02-29'
  return isoDay(count < leapDay ? count + 1 : count)
}

const isoDay = (count: number): string =>
  new Date((count - unixDay) * dayMs).toISOString().slice(0, 'yyyy-mm-dd'.length)

/** Hours, minutes and seconds, with milliseconds if there are any. */
function clockText(ms: number): string {
  const [hours, minutes, seconds] = [3_600_000, 60_000, 1_000].map((unit) => Math.floor(ms / unit))
  const parts = [hours ?? 0, (minutes ?? 0) % 60, (seconds ?? 0) % 60]
  const fraction = ms % 1_000
  return (
    parts.map((part) => String(part).padStart(2, '0')).join(':') +
    (fraction === 0 ? '' : `.${String(fraction).padStart(3, '0')}`)
  )
}

const isoMoment = /^(?:(\d{4}-\d\d-\d\d))?(?:(?:^|T| )(\d\d:\d\d)(?::(\d\d(?:\.\d+)?))?)?Z?$/

/** The count of days of an ISO moment from 1900 on; a time alone is a part of a day. Null for another text. */
export function momentCount(text: string): number | null {
  const [whole, date = '1899-12-30', clock = '00:00', seconds = '00'] = isoMoment.exec(text.trim()) ?? []
  const ms = whole ? Date.parse(`${date}T${clock}:${seconds.slice(0, 'ss.mmm'.length)}Z`) : Number.NaN
  if (Number.isNaN(ms)) return null
  const count = ms / dayMs + unixDay
  // Programs differ in which of two days the day 0 is, and in those before the leap day that was not.
  return count >= 1 && count <= leapDay ? count - 1 : count
}
