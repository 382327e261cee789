import type { CallLimits } from '#shared/settings/quota-packages.ts'
import { leastPause } from '../quota/background-share.ts'

const minute = 60_000
const hour = 60 * minute

/** No pause after failures is longer, unless the setting is. */
const longestPause = hour

/**
 * Ms from one reading to the next. After failures in a row each pause is twice the one before, up to an hour.
 * @param minutes as the dealer set them
 */
export function pollDelay(minutes: number, limits: CallLimits, failures: number): number {
  const usual = Math.max(minutes * minute, leastPause(limits))
  return failures === 0 ? usual : Math.max(usual, Math.min(usual * 2 ** failures, longestPause))
}
