import { m } from '#shared/i18n/generated/messages.js'
import type { StatusDoubt, StatusResult } from '#shared/orders/order-status.ts'
import { formatDateTime } from '../ui/format.ts'
import type { Tone } from '../ui/tone.ts'
import { statusNameIn, type StatusNames } from './order-words.ts'

/** Outcome of a status that was to be set, in words and in a colour. */
export const statusStates: Readonly<Record<StatusResult['state'], { words: () => string; tone: Tone }>> = {
  done: { words: m.orders_status_state_done, tone: 'done' },
  failed: { words: m.orders_status_state_failed, tone: 'conflict' },
  unsent: { words: m.orders_status_state_unsent, tone: 'plain' },
  'in-doubt': { words: m.word_not_confirmed, tone: 'warning' },
}

/** Words for the status in doubt, and the time since then. */
export function doubtWords({ before, after, sentAt }: StatusDoubt, statuses: StatusNames): string {
  const names = { before: statusNameIn(statuses, before), after: statusNameIn(statuses, after) }
  return m.orders_status_doubt({ ...names, time: formatDateTime(sentAt) })
}

/** Done, in the service's list (docs/service/orders.md, "The statuses"). */
export const completedStatus = 1
