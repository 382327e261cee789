import { m } from '#shared/i18n/generated/messages.js'
import { formatAgo, formatNumber } from './format.ts'

/** What a search found. */
export interface Found {
  readonly ids: readonly number[]
  /** All that match, as the service counts them; null if it doesn't say. */
  readonly count: number | null
  /** ISO 8601; null if no page was ever read. */
  readonly readAt: string | null
}

/** How many match, how many are listed, and when that was read. */
export function foundWords({ ids, count, readAt }: Found): string {
  const words = m.search_counted({ count: formatNumber(count ?? ids.length), ids: formatNumber(ids.length) })
  return readAt === null ? words : `${words} · ${formatAgo(readAt, Date.now())}`
}
