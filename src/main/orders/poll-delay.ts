import type { CallLimits } from '#shared/settings/quota-packages.ts'

const minute = 60_000
const hour = 60 * minute
const month = 30 * 24 * hour

/** Readings in the background take a tenth of the quota at most: the rest is the dealer's own work. */
const share = 0.1
/** No pause after failures is longer, unless the setting is. */
const longestPause = hour

/** Ms between two readings that the limits of the account allow; 0 without limits. */
export function leastPause({ perHour, perMonth }: CallLimits): number {
  const of = (limit: number | null, span: number): number => (limit === null ? 0 : span / (limit * share))
  return Math.max(of(perHour, hour), of(perMonth, month))
}

/**
 * Ms from one reading to the next. After failures in a row each pause is twice the one before, up to an hour.
 * @param minutes as the dealer set them
 */
export function pollDelay(minutes: number, limits: CallLimits, failures: number): number {
  const usual = Math.max(minutes * minute, leastPause(limits))
  return failures === 0 ? usual : Math.max(usual, Math.min(usual * 2 ** failures, longestPause))
}
