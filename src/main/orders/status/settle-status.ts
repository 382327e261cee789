import type { StatusChange } from '#shared/orders/order-status.ts'
import type { StatusReading, StatusWrite } from './status-reading.ts'

/** Verdict of a reading of the orders about a write that is in doubt. */
export type StatusVerdict = 'done' | 'not-taken' | 'moved' | 'gone' | 'open'

/** So long a write may still arrive, and a reading may show what was before (ms): a request ends after a minute. */
const settlesAfter = 120_000

/** Longest absence of an order from lists that are cut short (ms); then its end is unknown for good. */
const endsAfter = 86_400_000

/**
 * The order has the status: it is done, whoever did it. It still has the one before: after some minutes it was not
 * taken. The end of an order is unknown for good if a whole list lacks it, or no list shows it for a day.
 */
export function judgeStatus(
  { orderId, before, after, sentAt }: StatusWrite,
  { statuses, isWhole }: StatusReading,
  now: number,
): StatusVerdict {
  const shown = statuses.get(orderId)
  if (shown === after) return 'done'
  // A clock that was set back makes no write wait for it.
  const age = Math.abs(now - Date.parse(sentAt))
  if (shown === undefined) return isWhole || age >= endsAfter ? 'gone' : 'open'
  if (shown !== before) return 'moved'
  return age >= settlesAfter ? 'not-taken' : 'open'
}

/**
 * True if a reading shows the order with another status. What it doesn't list may have left the list by its new
 * status.
 */
export const isOtherwise = ({ orderId, after }: StatusChange, reading: StatusReading | null): boolean =>
  reading?.statuses.has(orderId) === true && reading.statuses.get(orderId) !== after
