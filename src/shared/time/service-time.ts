const hourMs = 3_600_000

/** The service writes Kyiv time without a zone. The old spelling of the zone is known to every browser. */
export const serviceZone = 'Europe/Kiev'

let kyiv: Intl.DateTimeFormat | null = null

/** Made with the first moment: reading the time zone takes as long as a third of an empty start of Node. */
const inKyiv = (): Intl.DateTimeFormat =>
  (kyiv ??= new Intl.DateTimeFormat('sv-SE', {
    timeZone: serviceZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }))

/** A moment (epoch milliseconds) in the service's own form and zone, `YYYY-MM-DD HH:MM:SS`, to compare with its dates as text. */
export const serviceTime = (now: number): string => inKyiv().format(now)

const form = /^\d{4}-\d\d-\d\d[ T](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/

/** Length of `YYYY-MM-DD`. */
const dayLength = 10

/** True if a text is a time of the service: one that says no zone, and so is Kyiv's. */
export const isServiceTime = (text: string): boolean => form.test(text)

/** A list shows several times in each row, and asking for the zone takes longer than all else: once for each hour. */
const offsets = new Map<number, number>()
const mostHours = 20_000

/** Offset of Kyiv from UTC at a moment, in milliseconds; its clocks change at full hours. */
function kyivOffset(at: number): number {
  const hour = Math.floor(at / hourMs)
  const known = offsets.get(hour)
  if (known !== undefined) return known
  if (offsets.size >= mostHours) offsets.clear()
  const offset = Date.parse(`${serviceTime(hour * hourMs).replace(' ', 'T')}Z`) - hour * hourMs
  offsets.set(hour, offset)
  return offset
}

/**
 * Reads a moment. The service's `YYYY-MM-DD HH:MM:SS` is Kyiv's time, whatever the zone of this computer; ISO 8601 has
 * its own zone. A day alone is this computer's midnight, so that it is that day on the screen. Of the hour that the
 * clocks show twice in autumn it is the second. The hour that they leave out in spring is read as the next one.
 * Undefined for what is no moment.
 */
export function readMoment(text: string): Date | undefined {
  const iso = text.replace(' ', 'T')
  const isKyiv = isServiceTime(text)
  const read = new Date(isKyiv ? `${iso}Z` : text.length === dayLength ? `${text}T00:00` : iso)
  const wall = read.getTime()
  if (Number.isNaN(wall)) return undefined
  return isKyiv ? new Date(wall - kyivOffset(wall - kyivOffset(wall))) : read
}
