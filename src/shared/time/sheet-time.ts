import { readMoment } from './service-time.ts'

/** A moment as every spreadsheet reads it, by the clock of this computer: `2026-11-21 14:50:00`; what is none stays as it is. */
export function sheetTime(text: string): string {
  const date = readMoment(text)
  if (!date) return text
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 19).replace('T', ' ')
}

/** The day of a moment by the clock of this computer, `2026-11-21`, to be compared with a day that a person chose. */
export const localDay = (text: string): string => sheetTime(text).slice(0, 10)
