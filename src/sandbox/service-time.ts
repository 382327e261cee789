/** The service writes Kyiv time without a zone. The old spelling of the zone is known to every ICU. */
const kyiv = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Kiev',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** Seconds since the epoch → `YYYY-MM-DD HH:MM:SS`. */
export const dateTime = (seconds: number): string => kyiv.format(seconds * 1000)

/** Seconds since the epoch → `DD.MM.YYYY`, the form of `checkedVin.checkDate`. */
export const dottedDate = (seconds: number): string =>
  dateTime(seconds).slice(0, 10).split('-').reverse().join('.')

export const day = 86_400
