import type { CallLimits } from '#shared/settings/quota-packages.ts'
import { hour, month } from './quota.ts'

/** Each kind of reading in the background takes a tenth of the quota at most: the rest is the dealer's own work. */
const share = 0.1

/** Ms between two calls in the background that the limits of the account allow; 0 without limits. */
export function leastPause({ perHour, perMonth }: CallLimits): number {
  const of = (limit: number | null, span: number): number => (limit === null ? 0 : span / (limit * share))
  return Math.max(of(perHour, hour), of(perMonth, month))
}

/**
 * Ms from one reading in the background to the next: the usual ones, or more if the limits allow less. After failures in a
 * row each pause is twice the one before, up to an hour.
 */
export function readingPause(usual: number, limits: CallLimits, failures = 0): number {
  const pause = Math.max(usual, leastPause(limits))
  return Math.max(pause, Math.min(pause * 2 ** failures, hour))
}
