/** A day, or a day with hours and minutes, by the clock of this computer; or a whole moment of ISO 8601. */
const forms = [
  /^20\d\d-\d\d-\d\d$/,
  /^20\d\d-\d\d-\d\d[ T]\d\d:\d\d$/,
  /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?(?:Z|[+-]\d\d:\d\d)$/,
] as const

const twoDigits = (value: number): string => String(value).padStart(2, '0')

const dayOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(twoDigits).join('-')
const timeOf = (date: Date): string => [date.getHours(), date.getMinutes()].map(twoDigits).join(':')

/** The moment of a file's content as a person types it: `2026-11-20` if it is a day alone, else `2026-11-20 06:00`. */
export function asOfText(iso: string): string {
  const date = new Date(iso)
  const time = timeOf(date)
  return time === '00:00' && date.getSeconds() === 0 ? dayOf(date) : `${dayOf(date)} ${time}`
}

/** True if a person may have written this for the moment of a file. */
export function isAsOf(text: string): boolean {
  const form = forms.find((each) => each.test(text.trim()))
  if (!form) return false
  const date = new Date(text.trim().replace(' ', 'T') + (form === forms[0] ? 'T00:00' : ''))
  // 30 February is no day.
  return form === forms[2] ? !Number.isNaN(date.getTime()) : dayOf(date) === text.trim().slice(0, 10)
}

/**
 * True if a text says the moment of a file: its day by the clock of this computer, its minute, or the moment itself.
 */
export function matchesAsOf(text: string, iso: string): boolean {
  const said = text.trim()
  if (!isAsOf(said)) return false
  const date = new Date(iso)
  if (forms[0].test(said)) return said === dayOf(date)
  if (forms[1].test(said)) return said.replace('T', ' ') === `${dayOf(date)} ${timeOf(date)}`
  return Date.parse(said) === date.getTime()
}
