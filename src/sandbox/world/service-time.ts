export const day = 86_400
const hour = 3600

/** The service writes Kyiv time without a zone. The old spelling of the zone is known to every ICU. */
const kyiv = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Kiev',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** Formatting every date with ICU took most of a record's time, so the offset is computed once for each hour. */
const offsets = new Map<number, number>()

/** Offset of Kyiv from UTC in that hour since the epoch, in seconds. */
function kyivOffset(hours: number): number {
  const known = offsets.get(hours)
  if (known !== undefined) return known
  const wall = Date.parse(`${kyiv.format(hours * hour * 1000).replace(' ', 'T')}Z`)
  const offset = wall / 1000 - hours * hour
  offsets.set(hours, offset)
  return offset
}

/** Seconds since the epoch → `YYYY-MM-DD HH:MM:SS`. */
export function dateTime(seconds: number): string {
  const wall = seconds + kyivOffset(Math.floor(seconds / hour))
  return new Date(wall * 1000).toISOString().slice(0, 19).replace('T', ' ')
}

/** Seconds since the epoch → `DD.MM.YYYY`, the form of `checkedVin.checkDate`. */
export const dottedDate = (seconds: number): string =>
  dateTime(seconds).slice(0, 10).split('-').reverse().join('.')

/**
 * `YYYY-MM-DD`, with or without `HH:MM:SS`, in Kyiv, a moment with its zone (`2026-11-28T09:00:00.000Z`) or seconds since the
 * epoch → seconds; undefined for another text.
 */
export function secondsOf(text: string): number | undefined {
  if (/^\d{9,10}$/.test(text)) return Number(text)
  if (/^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:\d{2})$/.test(text)) {
    const moment = Date.parse(text)
    return Number.isNaN(moment) ? undefined : Math.floor(moment / 1000)
  }
  const [, date, time = '00:00:00'] = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}:\d{2}))?$/.exec(text) ?? []
  if (date === undefined) return undefined
  const wall = Date.parse(`${date}T${time}Z`) / 1000
  // The offset of the hour before: exact but in the hour in which the clocks change.
  return Number.isNaN(wall) ? undefined : wall - kyivOffset(Math.floor(wall / hour) - 2)
}
