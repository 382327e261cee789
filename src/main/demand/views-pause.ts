import type { CallLimits } from '#shared/settings/quota-packages.ts'
import { readingPause } from '../quota/background-share.ts'

/** Without limits, or with wide ones, one advert is read in so many ms. */
const leastPause = 30_000
const day = 24 * 3_600_000

/** Ms from one reading of views to the next, after so many failures in a row. */
export const viewsPause = (limits: CallLimits, failures = 0): number =>
  readingPause(leastPause, limits, failures)

/** Number of adverts that are read in a day at most. */
export const readsPerDay = (limits: CallLimits): number => Math.floor(day / viewsPause(limits))
