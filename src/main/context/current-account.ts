import type { Settings } from '#shared/settings/settings.ts'
import type { Context } from './context.ts'

/** Does it if this is the account that the window shows: what it shows is never another account's. */
export function forCurrent({ accounts }: Context, accountId: string, work: () => void): void {
  if (accounts.currentId() === accountId) work()
}

/** Whether the dealer limits the calls. */
export const isLimited = (quota: Settings['quota']): boolean =>
  quota.perHour !== null || quota.perMonth !== null

/** A moment in ms since 1970 as ISO 8601. */
export const isoOf = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString()
