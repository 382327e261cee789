import { m } from '#shared/i18n/generated/messages.js'
import { isServiceTime, readMoment, serviceZone } from '#shared/time/service-time.ts'
import { momentWords } from '#shared/time/time-words.ts'

/**
 * Kyiv's time for a time of the service, if the window's clock shows another: that is what the service's site says.
 * Undefined if both show the same, and for what is no time of the service.
 */
export function kyivTime(text: string): string | undefined {
  const date = isServiceTime(text) ? readMoment(text) : undefined
  if (!date) return undefined
  const time = momentWords(date, serviceZone)
  return time === momentWords(date) ? undefined : m.app_kyiv_time({ time })
}

/** The tooltip of a column of such times; none in Kyiv's own zone, where no cell has one. */
export function kyivTip<Row>(timeOf: (row: Row) => string): { tip?: (row: Row) => string | undefined } {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const isKyiv = timeZone === serviceZone || timeZone === 'Europe/Kyiv'
  return isKyiv ? {} : { tip: (row) => kyivTime(timeOf(row)) }
}
